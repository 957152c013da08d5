import { SLIDE_SIZES } from "#shared/slides.ts"

/** Smaller files are sent as they are, in bytes. */
const SMALL_ENOUGH = 400_000
const QUALITY = 0.9
const EXTENSIONS: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" }

const named = (blob: Blob) =>
  new File([blob], `picture.${EXTENSIONS[blob.type] ?? "file"}`, { type: blob.type })

/**
 * Returns a picture as large as the server keeps it, so that a photo of several megabytes isn't sent whole; also what
 * this browser can read and the server can't. Whatever the browser can't read stays as it is: the server decides.
 */
export async function preparePicture(file: File): Promise<File> {
  const isKnown = file.type in EXTENSIONS
  if (isKnown && file.size <= SMALL_ENOUGH) return named(file)
  const drawn = await drawSmaller(file).catch(() => null)
  if (drawn && (!isKnown || drawn.size < file.size)) return named(drawn)
  return isKnown ? named(file) : file
}

async function drawSmaller(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file)
  const factor = Math.min(1, SLIDE_SIZES.large / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(bitmap.width * factor))
  canvas.height = Math.max(1, Math.round(bitmap.height * factor))
  const context = canvas.getContext("2d")
  if (!context) return null
  context.fillStyle = "#ffffff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const encoded = (type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
  const webp = await encoded("image/webp")
  // Safari writes no WebP and makes a PNG instead.
  return webp?.type === "image/webp" ? webp : encoded("image/jpeg")
}
