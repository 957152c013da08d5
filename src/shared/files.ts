/** A kind of file that may be shared: none of them runs in a browser. */
export type FileKind = { extension: string; contentType: string }

export const LARGEST_FILE_BYTES = 20 * 2 ** 20
/** Of a photo that a phone takes, or some scanned pages. */
export const LARGEST_PROOF_BYTES = 10 * 2 ** 20
const LONGEST_NAME = 120

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const OFFICE = "application/vnd.openxmlformats-officedocument"
const OPEN = "application/vnd.oasis.opendocument"

/** By extension: the type we give it out as, and the bytes it must begin with; none for plain text. */
const KINDS: Record<string, { contentType: string; begins: readonly number[] | null }> = {
  pdf: { contentType: "application/pdf", begins: [0x25, 0x50, 0x44, 0x46] },
  png: { contentType: "image/png", begins: [0x89, 0x50, 0x4e, 0x47] },
  jpg: { contentType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  jpeg: { contentType: "image/jpeg", begins: [0xff, 0xd8, 0xff] },
  gif: { contentType: "image/gif", begins: [0x47, 0x49, 0x46, 0x38] },
  webp: { contentType: "image/webp", begins: [0x52, 0x49, 0x46, 0x46] },
  docx: { contentType: `${OFFICE}.wordprocessingml.document`, begins: ZIP },
  pptx: { contentType: `${OFFICE}.presentationml.presentation`, begins: ZIP },
  xlsx: { contentType: `${OFFICE}.spreadsheetml.sheet`, begins: ZIP },
  odt: { contentType: `${OPEN}.text`, begins: ZIP },
  odp: { contentType: `${OPEN}.presentation`, begins: ZIP },
  ods: { contentType: `${OPEN}.spreadsheet`, begins: ZIP },
  doc: { contentType: "application/msword", begins: OLE },
  ppt: { contentType: "application/vnd.ms-powerpoint", begins: OLE },
  xls: { contentType: "application/vnd.ms-excel", begins: OLE },
  mp3: { contentType: "audio/mpeg", begins: null },
  txt: { contentType: "text/plain; charset=utf-8", begins: null },
  csv: { contentType: "text/csv; charset=utf-8", begins: null },
}

/** What a file picker offers. */
export const SHARED_EXTENSIONS = Object.keys(KINDS).map((extension) => `.${extension}`)

/** The kind of a file by its name, or null when it isn't shared or doesn't begin as its kind does. */
export function kindOfFile(name: string, head: Uint8Array): FileKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""
  const kind = Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined
  if (!kind || kind.begins?.some((byte, at) => head[at] !== byte)) return null
  return { extension, contentType: kind.contentType }
}

/** The name as it is shown and saved: without paths and control characters, at most 120 characters. */
export function safeFileName(name: string, { extension }: Pick<FileKind, "extension">): string {
  const bare = name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "")
    // Direction marks could make the extension read as another.
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "")
    .trim()
  const stem = [...bare].slice(0, LONGEST_NAME - extension.length - 1).join("")
  return `${stem || "file"}.${extension}`
}
