import { crc32, deflateSync } from "node:zlib"

/** The parts of a PDF after its header: each object's content, from number 1 on. The first is the catalogue. */
type Objects = readonly (string | Buffer)[]

/** Returns a PDF of these objects, with a correct table of where they are. `trailer` is added to its last dictionary. */
export function pdfOf(objects: Objects, trailer = ""): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1")]
  let at = parts[0]?.length ?? 0
  const places = objects.map((content, index) => {
    const place = at
    const object = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.isBuffer(content) ? content : Buffer.from(content, "latin1"),
      Buffer.from("\nendobj\n"),
    ])
    parts.push(object)
    at += object.length
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      "latin1",
    ),
  )
  return Buffer.concat(parts)
}

export const stream = (content: Buffer | string, dictionary = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${Buffer.byteLength(content)} ${dictionary} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from("\nendstream"),
  ])

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>"
const draw = (title: string) => `1 0 0 rg 0 0 200 100 re f 0 0 0 rg BT /F1 40 Tf 40 300 Td (${title}) Tj ET`

/** Returns slides of 16:9, each with its title, and a red area in its lower left corner. */
export function slidesOf(titles: readonly string[], more = "", further: Objects = []): Buffer {
  const pageOf = (at: number) => 4 + at * 2
  const pages = titles.flatMap((title, at) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents ${pageOf(at) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    stream(draw(title)),
  ])
  const kids = titles.map((_, at) => `${pageOf(at)} 0 R`).join(" ")
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${titles.length} >>`,
    FONT,
    ...pages,
    ...further,
  ])
}

/** Slides as teachers have them: text, lines and areas in many colours. */
export function busySlides(pages: number): Buffer {
  const line = (page: number, at: number) =>
    `BT /F1 17 Tf 60 ${440 - at * 26} Td (${page}.${at} If a fraction is divided, its denominator grows by ${at + page}) Tj ET`
  const area = (page: number, at: number) => {
    const [red, green, blue] = [(at % 7) / 7, ((at + page) % 5) / 5, (at % 3) / 3]
    return `${red} ${green} ${blue} rg ${600 + (at % 8) * 42} ${80 + Math.floor(at / 8) * 46} ${20 + ((at * page) % 19)} 38 re f`
  }
  const draw = (page: number) =>
    [
      ...Array.from({ length: 64 }, (_, at) => area(page, at)),
      "0 0 0 rg",
      ...Array.from({ length: 14 }, (_, at) => line(page, at)),
    ].join("\n")
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`)
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...kids.flatMap((_, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      stream(draw(at + 1)),
    ]),
  ])
}

/** A PDF of one page that is drawn by `content`, with these resources and further objects from number 5 on. */
const pageOf = (content: Buffer, resources = "", further: Objects = [], box = "0 0 960 540"): Buffer =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    content,
    ...further,
  ])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const numbers = [Buffer.alloc(4), Buffer.alloc(4)] as const
  numbers[0].writeUInt32BE(data.length)
  numbers[1].writeUInt32BE(crc32(named))
  return Buffer.concat([numbers[0], named, numbers[1]])
}

/** Returns a PNG with these bytes of pixels, each line after its filter. `says` is another size than it has. */
export function pngOf(
  size: { width: number; height: number },
  lines: Buffer,
  colours: 0 | 2 | 6 = 6,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size.width, 0)
  head.writeUInt32BE(size.height, 4)
  head.set([8, colours, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** A picture of 60 by 40 px: its upper half is blue, its lower half can be seen through. */
export function halfBlue(): Buffer {
  const line = (pixel: number[]) => Buffer.from([0, ...Array.from({ length: 60 }, () => pixel).flat()])
  const [blue, clear] = [line([0, 0, 255, 255]), line([90, 90, 90, 0])]
  return pngOf({ width: 60, height: 40 }, Buffer.concat([...Array(20).fill(blue), ...Array(20).fill(clear)]))
}

/** The beginning of a JPEG that says to have this size. */
export function jpegHead(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]), frame, Buffer.alloc(64)])
}

/** The beginning of a WebP without loss that says to have this size. */
export function webpHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write("RIFF", 0, "latin1")
  head.writeUInt32LE(56, 4)
  head.write("WEBPVP8L", 8, "latin1")
  head.writeUInt32LE(40, 16)
  head[20] = 0x2f
  head.writeUInt32LE(((height - 1) * 2 ** 14 + (width - 1)) >>> 0, 21)
  return head
}

export const SCRIPT = "<script>alert(document.domain)</script>"
const RUNS = `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("http://127.0.0.1:9/"\\)) >>`
const LAUNCHES = "/OpenAction << /S /Launch /F (/bin/sh) >>"
const ASKS = "/AA << /WC << /S /URI /URI (http://127.0.0.1:9/) >> >>"
const LOCKED =
  "/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A> /U <0000000000000000000000000000000000000000000000000000000000000000> >> /ID [<00> <00>]"
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 2 ** 20), { level: 9 })
const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)

type Hostile = {
  what: string
  name: string
  file: () => Buffer
  /** Why it is refused; none for what becomes a picture. */
  failure?: "ENCRYPTED" | "DAMAGED" | "TOO_MANY_PAGES" | "TOO_MANY_PIXELS" | "TOO_COMPLEX"
}

/** Files that say they are a document or a picture and want something else: each is refused, or only looks like something. */
export const HOSTILE: readonly Hostile[] = [
  {
    what: "a document that runs a script and calls an address",
    name: "a.pdf",
    file: () => slidesOf(["Hello"], RUNS + ASKS),
  },
  {
    what: "a document that starts a program, and is a page and an archive, too",
    name: "a.pdf",
    file: () => Buffer.concat([slidesOf(["Hello"], LAUNCHES), Buffer.from(`\n${SCRIPT}\nPK\u0003\u0004`)]),
  },
  {
    what: "a picture that is a page and an archive, too",
    name: "a.png",
    file: () => Buffer.concat([halfBlue(), Buffer.from(`${SCRIPT}PK\u0003\u0004`)]),
  },
  {
    what: "a document behind a password",
    failure: "ENCRYPTED",
    name: "a.pdf",
    file: () => pdfOf([...LOCKED_PAGES], LOCKED),
  },
  {
    what: "a document without its end",
    failure: "DAMAGED",
    name: "a.pdf",
    file: () => slidesOf(["Hello"]).subarray(0, 40),
  },
  {
    what: "a beginning and noise",
    failure: "DAMAGED",
    name: "a.pdf",
    file: () => Buffer.from(`%PDF-1.7\n${"\u0007x".repeat(9_000)}`),
  },
  { what: "10,000 pages", failure: "TOO_MANY_PAGES", name: "a.pdf", file: () => manyPages(10_000) },
  {
    what: "a tree of pages that leads to itself",
    failure: "DAMAGED",
    name: "a.pdf",
    file: () => endlessPages(),
  },
  {
    what: "a page as large as a city",
    name: "a.pdf",
    file: () => pageOf(stream("1 0 0 rg 0 0 9 9 re f"), "", [], "0 0 9000000000 9000000000"),
  },
  { what: "a page without a size", name: "a.pdf", file: () => pageOf(stream("f"), "", [], "0 0 0 0") },
  {
    what: "a page that unpacks to half a gigabyte",
    failure: "TOO_COMPLEX",
    name: "a.pdf",
    file: () => pageOf(stream(zeros(512), "/Filter /FlateDecode")),
  },
  {
    what: "a picture in a document that unpacks to gigabytes",
    name: "a.pdf",
    file: () =>
      pageOf(stream("960 0 0 540 0 0 cm /I Do"), "/XObject << /I 5 0 R >>", [
        stream(
          deflateSync(zeros(256), { level: 9 }),
          "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]",
        ),
      ]),
  },
  { what: "lists in lists", name: "a.pdf", file: () => pageOf(stream(`${nested("[", "]", 500_000)} f`)) },
  {
    what: "dictionaries in dictionaries",
    name: "a.pdf",
    file: () => pageOf(stream("f"), `/X ${nested("<< /X ", " >>", 100_000).replace("<< /X  >>", "<< >>")}`),
  },
  {
    what: "a drawing that draws itself",
    failure: "TOO_COMPLEX",
    name: "a.pdf",
    file: () =>
      pageOf(stream("/X Do"), "/XObject << /X 5 0 R >>", [
        stream(
          "/X Do /X Do",
          "/Type /XObject /Subtype /Form /BBox [0 0 960 540] /Resources << /XObject << /X 5 0 R >> >>",
        ),
      ]),
  },
  {
    what: "a small picture that says to be huge",
    failure: "TOO_MANY_PIXELS",
    name: "a.png",
    file: () => pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, Buffer.alloc(64)),
  },
  {
    what: "a picture of 900 megapixels, as zeros",
    failure: "TOO_MANY_PIXELS",
    name: "a.png",
    file: () => pngOf({ width: 30_000, height: 30_000 }, Buffer.alloc(1_000), 0),
  },
  {
    what: "a photo that says to be huge",
    failure: "TOO_MANY_PIXELS",
    name: "a.jpg",
    file: () => jpegHead(65_000, 65_000),
  },
  { what: "a photo without its pixels", failure: "DAMAGED", name: "a.jpg", file: () => jpegHead(64, 64) },
  {
    what: "a picture in WebP that says to be huge",
    failure: "TOO_MANY_PIXELS",
    name: "a.webp",
    file: () => webpHead(16_384, 16_384),
  },
  {
    what: "a picture in WebP without its pixels",
    failure: "DAMAGED",
    name: "a.webp",
    file: () => webpHead(64, 64),
  },
  {
    what: "a picture without its size",
    failure: "DAMAGED",
    name: "a.png",
    file: () => halfBlue().subarray(0, 16),
  },
]

const LOCKED_PAGES = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>",
]

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(" ")
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] >>"
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => page),
  ])
}

function endlessPages(): Buffer {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 100 >>",
  ])
}
