import type { PictureKind } from "#shared/slides.ts"

type Size = { width: number; height: number }

/**
 * Returns how large a picture says it is, in px, without decoding it; null for one whose beginning can't be read.
 * Of what it says nothing is believed: a decoder may find another size.
 */
export function pictureSize(bytes: Uint8Array, kind: PictureKind): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (kind === "png")
      return textAt(bytes, 12) === "IHDR" ? sizeOf(view.getUint32(16), view.getUint32(20)) : null
    return kind === "webp" ? webpSize(bytes, view) : jpegSize(view)
  } catch (error) {
    // Beyond its end.
    if (error instanceof RangeError) return null
    throw error
  }
}

function sizeOf(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null
}

const textAt = (bytes: Uint8Array, at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString("latin1")

/** The first part of a WebP: one picture with loss, one without, or a header before several. */
function webpSize(bytes: Uint8Array, view: DataView): Size | null {
  switch (textAt(bytes, 12)) {
    case "VP8 ":
      return sizeOf(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    case "VP8L": {
      const bits = view.getUint32(21, true)
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case "VP8X":
      return sizeOf((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1)
    default:
      return null
  }
}

/** Start of frame, in one of its kinds; C4, C8 and CC in between are others. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Goes from segment to segment up to the one that says the size. */
function jpegSize(view: DataView): Size | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    // Filling.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return sizeOf(view.getUint16(at + 7), view.getUint16(at + 5))
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}
