import { filedBrand } from "#shared/brand.ts"

/**
 * The least number of letters that must remain without names, years and keyboard rows. A digit counts as half
 * a letter.
 */
const LEAST_LEFT = 4
/** Shorter parts occur in too many words to be significant. */
const SHORTEST_PART = 3
const SHORTEST_RUN = 4
/** Words of the product, rejected for everybody. */
const OUR_WORDS = ["kaksha", "classroom", "academy", "student", "teacher"]

const ROWS = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
]
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(""))].flatMap(runsOf)

/** Returns every part of a keyboard row that has at least `SHORTEST_RUN` characters, the longest first. */
function runsOf(row: string): string[] {
  const runs: string[] = []
  for (let length = row.length; length >= SHORTEST_RUN; length -= 1) {
    for (let from = 0; from + length <= row.length; from += 1) runs.push(row.slice(from, from + length))
  }
  return runs
}

/** Signs and digits that are commonly used in place of letters. */
const DISGUISES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "0": "o",
  "1": "i",
  "3": "e",
  $: "s",
  "5": "s",
  "7": "t",
}

let common: Promise<ReadonlySet<string>> | null = null

/**
 * Returns the most common passwords in published breaches: the 49,000 that zxcvbn ships (from SecLists and
 * others). Loaded on first use, 400 kB.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  )
  return common
}

/** The person whose password is checked. */
export type Owner = {
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  /** The person's own and a parent's numbers. */
  phones?: (string | null | undefined)[]
}

/**
 * Returns the field code of what is wrong with a new password, or null. Rejected are passwords on the list of
 * breached ones, also disguised or with digits and signs around them; those that are little more than the
 * person's name, e-mail or phone or the academy's name, `academy`; and those that are little more than years, keyboard
 * rows and repetition.
 */
export async function passwordProblem(
  password: string,
  owner: Owner,
  academy: string,
): Promise<string | null> {
  const plain = password.normalize("NFKC").toLowerCase()
  const known = await commonPasswords()
  const isKnown = (text: string) => known.has(text) || known.has(undisguised(text))
  if (isKnown(plain) || /^(.{1,4})\1+$/su.test(plain)) return "PASSWORD_COMMON"
  const own = ownParts(owner, academy)
  const written = [bare(plain), bare(undisguised(plain))]
  if (written.some((text) => left(text, own) < LEAST_LEFT && own.some((part) => text.includes(part))))
    return "PASSWORD_PERSONAL"
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, "")
  if (isKnown(core) && left(bare(plain.replaceAll(core, " ")), own) < LEAST_LEFT) return "PASSWORD_COMMON"
  return written.some((text) => left(text, own) < LEAST_LEFT) ? "PASSWORD_GUESSABLE" : null
}

function undisguised(text: string): string {
  return [...text].map((sign) => DISGUISES[sign] ?? sign).join("")
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, "")
}

function ownParts({ email, first_name = "", last_name = "", phones = [] }: Owner, name: string): string[] {
  const [local = "", domain = ""] = email.split("@")
  const names = [
    local,
    ...local.split(/[^\p{L}]+/u),
    domain,
    domain.split(".")[0] ?? "",
    first_name,
    last_name,
  ]
  const academy = [name, filedBrand.name].flatMap((one) => [one, ...one.split(/\s+/)])
  const numbers = phones.flatMap((phone) => {
    const digits = (phone ?? "").replace(/\D/g, "")
    return [digits, digits.slice(-10), digits.slice(-6)]
  })
  return [
    ...new Set([...names, ...academy, ...OUR_WORDS, ...numbers].map((part) => bare(part.toLowerCase()))),
  ]
    .filter((part) => part.length >= SHORTEST_PART)
    .sort((one, other) => other.length - one.length)
}

/**
 * Returns how many letters' worth of a text remains without these parts, years, keyboard rows and repetition.
 */
function left(text: string, parts: readonly string[]): number {
  // A part leaves a gap, so that the text on both sides of it does not form a new row or year.
  let rest = text
  for (const part of [...parts, ...RUNS]) rest = rest.replaceAll(part, " ")
  rest = rest.replace(/(19|20)\d\d/g, " ").replace(/(.)\1{2,}/gsu, " ")
  const digits = rest.match(/\p{N}/gu)?.length ?? 0
  return (rest.match(/[\p{L}\p{M}]/gu)?.length ?? 0) + digits / 2
}
