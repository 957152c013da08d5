import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")

/** Phrases that have been replaced. They must not reappear anywhere, in any case. */
const RETIRED = [
  "each holds from the moment",
  "in which time you live",
  "so long a class stays live",
  "texts rest from",
  "nothing stands for",
  "what runs now",
  "what waits for you",
  "no time of your own yet",
  "you come back by yourself",
  "can't stand: mend them",
  "rows can't stand",
  "something hangs on it",
  "your seat is sure",
  "gave your place up",
  "in no program yet",
  "need not do anything",
  "whoever is enrolled stays",
  "the checklist is put away",
  "waits to be let in",
  "nothing of yours is lost",
  "is good for 10 minutes",
]

/** Words that no screen, mail or error text may use. Comments may. */
const NOT_ON_SCREENS =
  /whoever|nothing stands|what is late|by (itself|themselves)|put away|be let in|\bmend(s|ed)?\b|\blies (in|here|below)\b|can't stand|first in line/i
/**
 * One word for one thing in Hindi too: हाज़िरी, टाइमटेबल, टीचर, स्टूडेंट, प्रोग्राम, क्लास, साइन इन, मैसेज, SMS, ई-मेल, नामांकन,
 * इंपोर्ट, न्योता, पोल, गड़बड़, सेव करें, इंतज़ार, टाइम ज़ोन, वन-ऑन-वन, अकादमी.
 */
const OTHER_HINDI = new RegExp(
  [
    "उपस्थिति|अनुपस्थित|समय-सारणी|शिक्षक|शिक्षिका|छात्र|कार्यक्रम|कोर्स|सत्र(?!ह)|लॉग ?(इन|आउट)|लॉगिन|संदेश|टेक्स्ट मैसेज|ईमेल",
    "दाख़िल|एनरोल|आयात|इम्पोर्ट|निमंत्रण|मतदान|त्रुटि|सहेज|लंबित|प्रतीक्षा|समय क्षेत्र|वन-टू-वन|एकेडमी|अकैडमी|संस्थान",
    // Times end in बजे, which takes no को or पर.
    "बजे (को|पर)|\\$\\{(when|time)\\} (को|पर)",
    // Spelt बाक़ी, ग़लत, क़ीमत, ख़ाली, क़रीब and हिन्दी.
    "बाकी|गलत|कीमत|खाली|करीब|हिंदी",
  ].join("|"),
)
const TEXTS = /texts?(\.hi)?\.ts$|ui\/messages\/|\.tsx$|mails?\.ts$|class-words\.ts$|src\/contract\//
const COMMENT = /^\s*(\*|\/\*|\/\/|\{\/\*)/

const FILES = globSync(["src/**/*.{ts,tsx}", "content/**/*.{md,json}", "docs/**/*.md"], { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({
    file,
    lines: readFileSync(join(ROOT, file), "utf8").replaceAll("’", "'").split("\n"),
  }))

/** Returns the lines that a rule finds, with their position: 'src/ui/page.tsx:12: the line'. */
function linesThat(finds: (line: string, file: string) => boolean): string[] {
  return FILES.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => (finds(line, file) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
}

test("no source, content or document says what was reworded", () => {
  expect(FILES.length).toBeGreaterThan(1000)
  const found = linesThat((line) => RETIRED.some((phrase) => line.toLowerCase().includes(phrase)))
  expect(found).toEqual([])
})

test("screens, mails and error texts speak plainly", () => {
  const found = linesThat(
    (line, file) =>
      file.startsWith("src/") && TEXTS.test(file) && !COMMENT.test(line) && NOT_ON_SCREENS.test(line),
  )
  expect(found).toEqual([])
})

test("NAV-11 Hindi has one word for one thing", () => {
  const found = linesThat((line, file) => !file.startsWith("docs/") && OTHER_HINDI.test(line))
  expect(found).toEqual([])
})

test("D7 a screen that links to a phone number shows it in groups", () => {
  const screens = globSync("src/**/*.tsx", { cwd: ROOT }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), "utf8"),
  }))
  const calling = screens.filter(({ text }) => /tel:\$\{/.test(text))
  expect(calling.length).toBeGreaterThan(5)
  const plain = calling.filter(({ text }) => !/displayPhone\(|contactPhoneDisplay/.test(text))
  expect(plain.map(({ path }) => path)).toEqual([])
})
