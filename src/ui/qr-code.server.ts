import { renderSVG } from "uqr"

/** Returns a QR code of a text as the address of a picture, drawn on the server. */
export function drawQrCode(text: string): string {
  const svg = renderSVG(text, { border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`
}
