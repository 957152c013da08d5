import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { PDFiumLibrary } from "@hyzyla/pdfium"
import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js"
import toJpeg, { init as initMozjpeg } from "@jsquash/jpeg/encode.js"
import decodePng, { init as initPng } from "@jsquash/png/decode.js"
import decodeWebp, { init as initDecoder } from "@jsquash/webp/decode.js"
import toWebp, { init as initWebp } from "@jsquash/webp/encode.js"
import type { PictureKind } from "#shared/slides.ts"
import { boundedWasm } from "./bounded-wasm.ts"
import type { Pixels } from "./shrink.ts"

// All that reads a file somebody sent is WebAssembly: whatever a file makes it do, it reaches its own memory alone.

/** For a document with its fonts and pictures, and for the pixels of one picture in a few steps. */
const MOST_BYTES = 512 * 2 ** 20

/** Between what 75 shows of small letters and the bytes of 85. */
const QUALITY = 80
/** From 0, fast, to 6, small. */
const EFFORT = 3
/** The same without loss, where it goes to 100: more takes seconds for a large page. */
const LOSSLESS_EFFORT = 75

// The decoders of browsers make these.
globalThis.ImageData ??= class {
  data: Uint8ClampedArray
  width: number
  height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
} as unknown as typeof ImageData

const bounded = async (name: string) =>
  boundedWasm(await readFile(fileURLToPath(import.meta.resolve(name))), MOST_BYTES)

/** Their types name the way of browsers alone. */
type Init = (module: WebAssembly.Module) => Promise<unknown>

/** Returns the pages of a PDF. No script of it runs: this build has no engine for them. */
export async function openPdf(file: Uint8Array) {
  const { buffer } = await bounded("@hyzyla/pdfium/pdfium.wasm")
  const library = await PDFiumLibrary.init({ wasmBinary: buffer })
  return library.loadDocument(file)
}

/** Returns a picture's pixels, the way up that the camera says. Throws for what is no such picture. */
export async function decodePicture(file: Uint8Array, kind: PictureKind): Promise<Pixels> {
  const { data, width, height } = await decode(new Uint8Array(file).buffer, kind)
  return { data, width, height }
}

async function decode(bytes: ArrayBuffer, kind: PictureKind): Promise<ImageData> {
  if (kind === "png") {
    await ready("@jsquash/png/codec/pkg/squoosh_png_bg.wasm", initPng)
    return decodePng(bytes)
  }
  if (kind === "webp") {
    await ready("@jsquash/webp/codec/dec/webp_dec.wasm", initDecoder as Init)
    return decodeWebp(bytes)
  }
  await ready("@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm", initJpeg as Init)
  return decodeJpeg(bytes, { preserveOrientation: true })
}

/** Returns pixels as WebP. Node's own WebAssembly has had the instructions of this build for years. */
export async function encodeWebp(pixels: Pixels, quality = QUALITY): Promise<Uint8Array> {
  await ready("@jsquash/webp/codec/enc/webp_enc_simd.wasm", initWebp as Init)
  return new Uint8Array(await toWebp(pixels as ImageData, { quality, method: EFFORT }))
}

/** Returns pixels as WebP that loses nothing. */
export async function encodeLossless(pixels: Pixels): Promise<Uint8Array> {
  await ready("@jsquash/webp/codec/enc/webp_enc_simd.wasm", initWebp as Init)
  const options = { lossless: 1, quality: LOSSLESS_EFFORT, method: EFFORT }
  return new Uint8Array(await toWebp(pixels as ImageData, options))
}

/** Returns pixels as JPEG. */
export async function encodeJpeg(pixels: Pixels): Promise<Uint8Array> {
  await ready("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm", initMozjpeg as Init)
  return new Uint8Array(await toJpeg(pixels as ImageData, { quality: QUALITY }))
}

const loaded = new Map<string, Promise<unknown>>()

/** Loads a codec once. */
async function ready(name: string, init: Init): Promise<void> {
  const known = loaded.get(name) ?? bounded(name).then((bytes) => init(new WebAssembly.Module(bytes)))
  loaded.set(name, known)
  await known
}
