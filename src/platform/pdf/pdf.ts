import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler"

const FONT = "@expo-google-fonts/noto-sans-devanagari"
const WEIGHTS = ["400Regular/NotoSansDevanagari_400Regular.ttf", "700Bold/NotoSansDevanagari_700Bold.ttf"]

let compiler: NodeCompiler | null = null

/** One for the process: it keeps its fonts and what it has worked out of a template, 30 MB in all. */
function openCompiler(): NodeCompiler {
  const fontBlobs = WEIGHTS.map((file) => readFileSync(fileURLToPath(import.meta.resolve(`${FONT}/${file}`))))
  return NodeCompiler.create({ fontArgs: [{ fontBlobs }] })
}

/** How many documents ago a remembered result may have been of use before it is forgotten. */
const FORGET_AFTER = 10

/**
 * Returns a PDF of a Typst template, which reads `data` as JSON from `sys.inputs.data`. Its one font has Latin,
 * Devanagari and ₹. Text can be searched, copied and read aloud in the right order (PDF/A-2a). Throws for a
 * template that doesn't compile.
 */
export function renderPdf(template: string, data: unknown): Buffer {
  compiler ??= openCompiler()
  try {
    return compiler.pdf(
      { mainFileContent: template, inputs: { data: JSON.stringify(data) } },
      { pdfStandard: "a-2a" as never },
    )
  } finally {
    compiler.evictCache(FORGET_AFTER)
  }
}
