import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { parentPort, workerData } from "node:worker_threads"
import { initSync, TypstCompilerBuilder } from "@myriaddreamin/typst-ts-web-compiler"

const FONT = "@expo-google-fonts/noto-sans-devanagari"
const WEIGHTS = ["400Regular/NotoSansDevanagari_400Regular.ttf", "700Bold/NotoSansDevanagari_700Bold.ttf"]
const MAIN = "/main.typ"
/** The compiler's own number for problems as plain objects. */
const PROBLEMS_AS_OBJECTS = 3

type Compiled = { result?: Uint8Array; diagnostics?: { message: string }[] }

const read = (name: string) => readFile(fileURLToPath(import.meta.resolve(name)))
const {
  compiler: module,
  template,
  data,
  files,
} = workerData as {
  compiler: WebAssembly.Module
  template: string
  data: string
  files: Record<string, Uint8Array>
}
initSync({ module })
const builder = new TypstCompilerBuilder()
// A template reads no files but those that come with it, and fetches no packages.
builder.set_dummy_access_model()
for (const weight of WEIGHTS) await builder.add_raw_font(await read(`${FONT}/${weight}`))
const compiler = await builder.build()
compiler.add_source(MAIN, template)
for (const [name, bytes] of Object.entries(files)) compiler.map_shadow(`/${name}`, bytes)
const { result, diagnostics = [] } = compiler.compile(
  MAIN,
  [["data", data]],
  "pdf",
  PROBLEMS_AS_OBJECTS,
) as Compiled
if (!result) throw new Error(`The template doesn't compile: ${diagnostics.map(({ message }) => message)}`)
parentPort?.postMessage(result)
