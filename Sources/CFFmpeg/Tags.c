#include "Tags.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *tags_value(const AVDictionary *tags, const char *name) {
  const AVDictionaryEntry *entry = av()->av_dict_get(tags, name, NULL, 0);
  return entry == NULL ? NULL : entry->value;
}

static bool begins_with(const char *text, const char *start) {
  for (; *start != 0; text++, start++) {
    if (tolower((unsigned char)*text) != *start) return false;
  }
  return true;
}

static bool is_any_of(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (begins_with(name, names[i]) && strlen(name) == strlen(names[i])) return true;
  }
  return false;
}

static bool contains(const char *text, const char *part) {
  for (; *text != 0; text++) {
    if (begins_with(text, part)) return true;
  }
  return false;
}

#define IS_ANY_OF(name, names) is_any_of(name, names, sizeof(names) / sizeof *(names))

/// Whether a tag describes the source's encoding rather than its content.
static bool is_of_coding(const char *name) {
  static const char *const names[] = {
      "major_brand", "minor_version", "compatible_brands", "rotate", "alpha_mode", "timecode", "vendor_id", "filename",
      "mimetype"};
  // Statistics of Matroska's streams, with or without a language suffix.
  static const char *const statistics[] = {
      "bps", "duration", "number_of_frames", "number_of_bytes", "_statistics_", "source_id"};
  if (IS_ANY_OF(name, names)) return true;
  for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
    size_t length = strlen(statistics[i]);
    if (!begins_with(name, statistics[i])) continue;
    if (statistics[i][0] == '_' || name[length] == 0 || (name[length] == '-' && strlen(name + length) == 4)) return true;
  }
  return false;
}

/// Whether a tag identifies a location or a device: `com.apple.quicktime.location.ISO6709`, `location-eng`,
/// `SerialNumber`.
static bool is_telling(const char *name) {
  static const char *const parts[] = {
      "location", "gps", "latitude", "longitude", "serial", "owner", "camera.identifier", "imei", "device_id",
      "deviceid", "recorded_place"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (contains(name, parts[i])) return true;
  }
  if (begins_with(name, "xyz") || begins_with(name, "\251xyz")) return true;
  // Names of places and accounts, behind a domain or before a language.
  static const char *const names[] = {
      "city", "country", "country_code", "countrycode", "state", "province", "sublocation", "place", "address", "coverage",
      "account_id", "facing", "motion"};
  const char *last = strrchr(name, '.');
  char word[32] = {0};
  strncpy(word, last != NULL ? last + 1 : name, sizeof word - 1);
  size_t length = strlen(word);
  if (length > 4 && word[length - 4] == '-') word[length - 4] = 0;
  return IS_ANY_OF(word, names);
}

/// Whether there is a tag with the same value and without this one's language suffix.
static bool repeats_another(const AVDictionary *tags, const AVDictionaryEntry *entry) {
  size_t length = strlen(entry->key);
  if (length < 5 || length >= 128 || entry->key[length - 4] != '-') return false;
  char name[128];
  memcpy(name, entry->key, length - 4);
  name[length - 4] = 0;
  const char *other = tags_value(tags, name);
  return other != NULL && strcmp(other, entry->value) == 0;
}

int tags_copy(AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy) {
  if (policy == CFFMPEG_METADATA_STRIP) return 0;
  static const char *const encoder[] = {"encoder"};
  const AVDictionaryEntry *entry = NULL;
  while ((entry = av()->av_dict_get(source, "", entry, AV_DICT_IGNORE_SUFFIX)) != NULL) {
    if (is_of_coding(entry->key) || IS_ANY_OF(entry->key, encoder) || repeats_another(source, entry)) continue;
    if (policy == CFFMPEG_METADATA_SAFE && is_telling(entry->key)) continue;
    int error = av()->av_dict_set(target, entry->key, entry->value, 0);
    if (error < 0) return error;
  }
  return 0;
}

int tags_copy_of_stream(
    AVDictionary **target, const AVDictionary *source, cffmpeg_metadata_policy policy, bool is_coded_anew) {
  static const char *const encoder[] = {"encoder"};
  static const char *const language[] = {"language"};
  const AVDictionaryEntry *entry = NULL;
  while ((entry = av()->av_dict_get(source, "", entry, AV_DICT_IGNORE_SUFFIX)) != NULL) {
    if (is_of_coding(entry->key) || (is_coded_anew && IS_ANY_OF(entry->key, encoder))) continue;
    if (policy == CFFMPEG_METADATA_STRIP && !IS_ANY_OF(entry->key, language)) continue;
    if (policy == CFFMPEG_METADATA_SAFE && is_telling(entry->key)) continue;
    int error = av()->av_dict_set(target, entry->key, entry->value, 0);
    if (error < 0) return error;
  }
  return 0;
}

bool tags_need_keys(const AVDictionary *tags) {
  const AVDictionaryEntry *entry = NULL;
  while ((entry = av()->av_dict_get(tags, "", entry, AV_DICT_IGNORE_SUFFIX)) != NULL) {
    // Reverse domain names.
    if (strchr(entry->key, '.') != NULL) return true;
  }
  return false;
}

static bool is_picture(const AVDictionaryEntry *entry, cffmpeg_is_picture *is_picture_as_text) {
  static const char *const names[] = {"metadata_block_picture", "coverart"};
  return IS_ANY_OF(entry->key, names)
         || (is_picture_as_text != NULL && is_picture_as_text(entry->value, strlen(entry->value)) != 0);
}

void tags_remove_pictures(AVDictionary **tags, cffmpeg_is_picture *is_picture_as_text, Warnings *warnings) {
  const AVDictionaryEntry *entry = NULL;
  while ((entry = av()->av_dict_get(*tags, "", entry, AV_DICT_IGNORE_SUFFIX)) != NULL) {
    if (!is_picture(entry, is_picture_as_text)) continue;
    warnings_add(warnings, "the tag %.100s is left out: it is a picture", entry->key);
    char *name = malloc(strlen(entry->key) + 1);
    if (name == NULL) return av()->av_dict_free(tags);
    strcpy(name, entry->key);
    av()->av_dict_set(tags, name, NULL, 0);
    free(name);
    // The search begins again in what is left.
    entry = NULL;
  }
}
