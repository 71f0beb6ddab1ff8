// The jobs of the filter benchmark with OpenCV's core and imgproc, with 8-bit components, in their ordinary use.
//
//     opencv-filters FOLDER WIDTH HEIGHT RUNS [ROW ...]
//
// Reads the raw pictures from FOLDER, prints a line for each row (name, minimum and median milliseconds, processor
// time), and writes ROW.opencv.rgb.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

static std::vector<char> contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static cv::Mat power(double exponent) {
  cv::Mat table(1, 256, CV_8U);
  for (int i = 0; i < 256; i++) table.at<uchar>(i) = cv::saturate_cast<uchar>(255 * std::pow(i / 255.0, exponent));
  return table;
}

static void recombine(const cv::Mat &in, cv::Mat &out, std::vector<float> rows, float bias = 0) {
  cv::Mat matrix(3, 4, CV_32F);
  for (int y = 0; y < 3; y++) {
    for (int x = 0; x < 3; x++) matrix.at<float>(y, x) = rows[3 * y + x];
    matrix.at<float>(y, 3) = bias * 255;
  }
  cv::transform(in, out, matrix);
}

static double processorTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **arguments) {
  if (count < 5) return 64;
  cv::setNumThreads(2);
  std::string folder = std::string(arguments[1]) + "/";
  int width = atoi(arguments[2]), height = atoi(arguments[3]), runs = atoi(arguments[4]);
  auto picture = [&](const char *name) {
    auto bytes = contents(folder + name);
    cv::Mat rgb;
    cv::cvtColor(cv::Mat(height, width, CV_8UC4, bytes.data()), rgb, cv::COLOR_RGBA2RGB);
    return rgb;
  };
  cv::Mat photo = picture("photo.rgba"), background = picture("background.rgba");
  auto maskBytes = contents(folder + "mask.gray");
  cv::Mat mask(height / 2, width / 2, CV_8U, maskBytes.data());

  auto blend = [&](const cv::Mat &top, const cv::Mat &bottom, cv::Mat &out) {
    cv::Mat large, weight, rest;
    cv::resize(mask, large, photo.size(), 0, 0, cv::INTER_LINEAR);
    large.convertTo(weight, CV_32F, 1 / 255.0);
    large.convertTo(rest, CV_32F, -1 / 255.0, 1);
    cv::blendLinear(top, bottom, weight, rest, out);
  };
  auto blur = [&](double sigma, cv::Mat &out) {
    cv::GaussianBlur(photo, out, cv::Size(), sigma, sigma, cv::BORDER_REPLICATE);
  };

  std::vector<std::pair<std::string, std::function<void(cv::Mat &)>>> rows = {
      {"clown",
       [&](cv::Mat &out) {
         std::vector<cv::Mat> planes;
         cv::split(photo, planes);
         cv::Mat most, white;
         cv::max(planes[0], planes[1], most);
         cv::max(most, planes[2], most);
         cv::LUT(most, power(0.5), most);
         cv::cvtColor(most, white, cv::COLOR_GRAY2RGB);
         blend(white, photo, out);
       }},
      {"ten",
       [&](cv::Mat &out) {
         photo.convertTo(out, -1, std::exp2(0.3));
         out.convertTo(out, -1, 1.1, -0.05 * 255);
         recombine(out, out, {1.16, -0.14, -0.02, -0.04, 1.06, -0.02, -0.04, -0.14, 1.18});
         out.convertTo(out, -1, 1, 0.02 * 255);
         cv::LUT(out, power(0.9), out);
         recombine(out, out, {0.6, 0.3, 0.1, 0.2, 0.7, 0.1, 0.1, 0.3, 0.6});
         cv::bitwise_not(out, out);
         cv::LUT(out, power(1.2), out);
         cv::bitwise_not(out, out);
         cv::min(out, cv::Scalar::all(242), out);
         cv::max(out, cv::Scalar::all(13), out);
       }},
      {"gaussian 4", [&](cv::Mat &out) { blur(4, out); }},
      {"gaussian 20", [&](cv::Mat &out) { blur(20, out); }},
      {"gaussian 100", [&](cv::Mat &out) { blur(100, out); }},
      // OpenCV's Lanczos does not widen its kernel when it reduces; INTER_AREA would be a box.
      {"half", [&](cv::Mat &out) { cv::resize(photo, out, cv::Size(), 0.5, 0.5, cv::INTER_LANCZOS4); }},
      {"double", [&](cv::Mat &out) { cv::resize(photo, out, cv::Size(), 2, 2, cv::INTER_LANCZOS4); }},
      {"guided",
       [&](cv::Mat &out) {
         cv::Mat p, guide, mean, meanP, products, variance, square;
         photo.convertTo(p, CV_32F, 1 / 255.0);
         cv::transform(p, guide, cv::Matx13f(0.2126f, 0.7152f, 0.0722f));
         cv::Size window(17, 17);
         auto box = [&](const cv::Mat &in, cv::Mat &result) {
           cv::boxFilter(in, result, -1, window, cv::Point(-1, -1), true, cv::BORDER_REPLICATE);
         };
         box(guide, mean);
         box(guide.mul(guide), square);
         variance = square - mean.mul(mean) + 0.01;
         std::vector<cv::Mat> planes, results(3);
         cv::split(p, planes);
         for (int c = 0; c < 3; c++) {
           box(planes[c], meanP);
           box(planes[c].mul(guide), products);
           cv::Mat slope = (products - meanP.mul(mean)) / variance;
           cv::Mat offset = meanP - slope.mul(mean);
           box(slope, slope);
           box(offset, offset);
           results[c] = slope.mul(guide) + offset;
         }
         cv::merge(results, p);
         p.convertTo(out, CV_8U, 255);
       }},
      {"masked blur",
       [&](cv::Mat &out) {
         cv::Mat soft;
         blur(10, soft);
         blend(soft, photo, out);
       }},
      {"disc",
       [&](cv::Mat &out) {
         cv::Mat disc(121, 121, CV_32F);
         for (int y = -60; y <= 60; y++)
           for (int x = -60; x <= 60; x++) {
             double light = 60.5 - std::hypot(x, y);
             disc.at<float>(y + 60, x + 60) = light < 0 ? 0 : light > 1 ? 1 : light;
           }
         disc /= cv::sum(disc)[0];
         cv::filter2D(photo, out, -1, disc, cv::Point(-1, -1), 0, cv::BORDER_REPLICATE);
       }},
      {"background", [&](cv::Mat &out) { blend(photo, background, out); }},
  };
  for (auto &[name, work] : rows) {
    bool isWanted = count == 5;
    for (int i = 5; i < count; i++) isWanted |= name == arguments[i];
    if (!isWanted) continue;
    std::vector<double> times, processor;
    cv::Mat result;
    for (int run = 0; run <= runs; run++) {
      result = cv::Mat();
      auto used = processorTime();
      auto start = std::chrono::steady_clock::now();
      work(result);
      std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
      if (run > 0) times.push_back(elapsed.count()), processor.push_back(processorTime() - used);
    }
    std::sort(times.begin(), times.end());
    printf("%s\t%f\t%f\t%f\n", name.c_str(), times.front(), times[times.size() / 2],
           *std::min_element(processor.begin(), processor.end()));
    fflush(stdout);
    std::ofstream(folder + name + ".opencv.rgb", std::ios::binary).write((char *)result.data, result.total() * 3);
  }
}
