// Gradients of a depthwise convolution of bfloat16 pictures, channels last, in one pass over both pictures: depthwise.py
// compiles it. oneDNN takes about ten times as long for the strided and the 5x5 layers.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

typedef float Floats16 __attribute__((vector_size(64)));
typedef float Floats8 __attribute__((vector_size(32)));
typedef uint32_t Words16 __attribute__((vector_size(64)));
typedef uint32_t Words8 __attribute__((vector_size(32)));
typedef uint16_t Halves16 __attribute__((vector_size(32)));
typedef uint16_t Halves8 __attribute__((vector_size(16)));

// So many channels side by side, as bfloat16 in memory and as float to compute with.
template <class FloatsType, class Words, class Halves> struct Vector {
    using Floats = FloatsType;

    static Floats load(const uint16_t *at) {
        Halves halves;
        std::memcpy(&halves, at, sizeof halves);
        return (Floats)(__builtin_convertvector(halves, Words) << 16);
    }

    static void store(uint16_t *at, Floats value) {
        Words words = (Words)value;
        words = (words + 0x7fff + ((words >> 16) & 1)) >> 16;  // to the nearest, ties to even
        const Halves halves = __builtin_convertvector(words, Halves);
        std::memcpy(at, &halves, sizeof halves);
    }
};
using Sixteen = Vector<Floats16, Words16, Halves16>;
using Eight = Vector<Floats8, Words8, Halves8>;

struct Shape {
    int channels, height, width, outputHeight, outputWidth;
};

// One row of an input picture, of as many channels as a vector has lanes: what it adds to the weights' gradient, and its own.
template <class V, int Side, int Stride>
void row(const uint16_t *input, const uint16_t *grad, const float *weight, uint16_t *ofInput, float *ofWeight, bool clipped, int y,
         const Shape &shape, typename V::Floats *values, typename V::Floats *sums) {
    using Floats = typename V::Floats;
    constexpr int pad = Side / 2;
    const int reach = std::max(shape.width + 2 * pad, (shape.outputWidth - 1) * Stride + Side);
    std::memset(values, 0, reach * sizeof(Floats));
    std::memset(sums, 0, reach * sizeof(Floats));
    for (int x = 0; x < shape.width; x++) values[pad + x] = V::load(input + (size_t)x * shape.channels);
    for (int i = 0; i < Side; i++) {
        const int above = y + pad - i;
        if (above < 0 || above % Stride != 0 || above / Stride >= shape.outputHeight) continue;
        const uint16_t *line = grad + (size_t)(above / Stride) * shape.outputWidth * shape.channels;
        Floats taps[Side], found[Side] = {};
        for (int j = 0; j < Side; j++) std::memcpy(&taps[j], weight + (i * Side + j) * shape.channels, sizeof(Floats));
        for (int x = 0; x < shape.outputWidth; x++) {
            const Floats g = V::load(line + (size_t)x * shape.channels);
            for (int j = 0; j < Side; j++) {
                found[j] += g * values[x * Stride + j];
                sums[x * Stride + j] += g * taps[j];
            }
        }
        for (int j = 0; j < Side; j++) {
            float *at = ofWeight + (i * Side + j) * shape.channels;
            Floats before;
            std::memcpy(&before, at, sizeof before);
            before += found[j];
            std::memcpy(at, &before, sizeof before);
        }
    }
    for (int x = 0; x < shape.width; x++) {
        Floats sum = sums[pad + x];
        if (clipped) sum = ((values[pad + x] > 0) & (values[pad + x] < 6)) ? sum : Floats{};
        V::store(ofInput + (size_t)x * shape.channels, sum);
    }
}

template <int Side, int Stride>
void gradients(const uint16_t *input, const uint16_t *grad, const float *weight, uint16_t *ofInput, float *ofWeight, float *ofBias, bool clipped,
               int pictures, const Shape &shape) {
    const int reach = shape.width + 2 * Side + Stride;
    auto *values = static_cast<Sixteen::Floats *>(std::aligned_alloc(64, 64 * reach)), *sums = static_cast<Sixteen::Floats *>(std::aligned_alloc(64, 64 * reach));
    for (int n = 0; n < pictures; n++) {
        const size_t in = (size_t)n * shape.height * shape.width * shape.channels, out = (size_t)n * shape.outputHeight * shape.outputWidth * shape.channels;
        for (int y = 0; y < shape.height; y++) {
            const size_t at = in + (size_t)y * shape.width * shape.channels;
            int c = 0;
            for (; c + 16 <= shape.channels; c += 16)
                row<Sixteen, Side, Stride>(input + at + c, grad + out + c, weight + c, ofInput + at + c, ofWeight + c, clipped, y, shape, values, sums);
            for (; c < shape.channels; c += 8)
                row<Eight, Side, Stride>(input + at + c, grad + out + c, weight + c, ofInput + at + c, ofWeight + c, clipped, y, shape,
                                     reinterpret_cast<Eight::Floats *>(values), reinterpret_cast<Eight::Floats *>(sums));
        }
        for (size_t pixel = 0; pixel < (size_t)shape.outputHeight * shape.outputWidth; pixel++) {
            const uint16_t *line = grad + out + pixel * shape.channels;
            for (int c = 0; c < shape.channels; c += 8) {
                Eight::Floats sum;
                std::memcpy(&sum, ofBias + c, sizeof sum);
                sum += Eight::load(line + c);
                std::memcpy(ofBias + c, &sum, sizeof sum);
            }
        }
    }
    std::free(values);
    std::free(sums);
}

}  // namespace

// `weight`, `ofWeight` are [side, side, channels], `ofWeight` and `ofBias` are added to. Channels are a multiple of 8. Where
// `clipped`, the input was clipped to 0...6, and its gradient is that of what was clipped. Answers 0 for a shape it does not have.
extern "C" int depthwise_gradients(const uint16_t *input, const uint16_t *grad, const float *weight, uint16_t *ofInput, float *ofWeight, float *ofBias,
                                   int clipped, int side, int stride, int pictures, int channels, int height, int width, int outputHeight, int outputWidth) {
    const Shape shape{channels, height, width, outputHeight, outputWidth};
    auto *of = side == 3 ? (stride == 1 ? gradients<3, 1> : gradients<3, 2>) : (stride == 1 ? gradients<5, 1> : gradients<5, 2>);
    if ((side != 3 && side != 5) || (stride != 1 && stride != 2) || channels % 8 != 0) return 0;
    of(input, grad, weight, ofInput, ofWeight, ofBias, clipped != 0, pictures, shape);
    return 1;
}
