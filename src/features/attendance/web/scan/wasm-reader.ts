import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill"
import reader from "zxing-wasm/reader/zxing_reader.wasm?url"

/** Reads the QR codes of a camera's picture. */
export type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }

/** Returns the reader of QR codes in WebAssembly. Throws when it can't be loaded. */
export async function openReader(): Promise<Detector> {
  // The library's own address is another site's.
  await prepareZXingModule({ overrides: { locateFile: () => reader }, fireImmediately: true })
  return new BarcodeDetector({ formats: ["qr_code"] })
}
