import type { Detector } from "./wasm-reader.ts"

type Platform = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

/**
 * Returns the platform's detector where it reads QR codes; elsewhere a reader in WebAssembly from our own files, which
 * loads only then.
 */
export async function openDetector(): Promise<Detector> {
  const platform = (globalThis as { BarcodeDetector?: Platform }).BarcodeDetector
  const formats = await platform?.getSupportedFormats().catch((): string[] => [])
  if (platform && formats?.includes("qr_code")) return new platform({ formats: ["qr_code"] })
  const { openReader } = await import("./wasm-reader.ts")
  return openReader()
}
