import { countSeptets, GSM_LENGTHS } from "#features/notifications/sms-text.ts"

/** One part of an SMS in the GSM 03.38 alphabet. */
const SMS_SEPTETS = 160
/** A tagged variable of an Indian DLT template holds 30 characters unless the template says otherwise. */
const VARIABLE_LENGTH = 30
/** A name cut shorter than this is not recognisable. */
const SHORTEST_NAME = 8

const PLAIN_SIGNS = new Map([
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u2013", "-"],
  ["\u2014", "-"],
  ["\u2026", "..."],
  ["\u20b9", "Rs "],
])

type NoticeNames = { studentName: string; className: string; academy: string }

export type AbsenceTextInput = NoticeNames & {
  /** In the institution's zone: '12 Mar 2026'. */
  classDate: string
  /** In the institution's zone: '4:00 pm'. */
  classTime: string
  helpPhone?: string | null
  /** Where the guardian answers without signing in; replaces the phone number. */
  answerLink?: string | null
}

/**
 * Returns the absence notice in plain English: who, which class, when, and how to object. At most 160 septets
 * if the academy's link or number leaves space for the names; names are shortened, the longest first. Names
 * in another script are kept: the text is then a Unicode message of up to three parts.
 */
export function absenceText(input: AbsenceTextInput): string {
  const { classDate, classTime, answerLink, helpPhone } = input
  const contact = helpPhone ? `call ${helpPhone}` : "please tell us"
  const reply = answerLink ? `Tell us why: ${answerLink}` : `If this is wrong, ${contact}.`
  return fitNames(
    input,
    ({ studentName, className, academy }) =>
      `${studentName} was absent from ${className} on ${plain(classDate)}, ${plain(classTime)}. ${plain(reply)} - ${academy}`,
  )
}

/** Returns the correction of a wrong notice. Same limits as `absenceText`. */
export function correctionText(input: NoticeNames & { classDate: string }): string {
  return fitNames(
    input,
    ({ studentName, className, academy }) =>
      `Correction: ${studentName} was not absent from ${className} on ${plain(input.classDate)}. We are sorry for the mistake. - ${academy}`,
  )
}

function fitNames(input: NoticeNames, write: (names: NoticeNames) => string): string {
  let names: NoticeNames = {
    studentName: shortenPersonName(plain(input.studentName), VARIABLE_LENGTH),
    className: cutAtWord(plain(input.className), VARIABLE_LENGTH),
    academy: cutAtWord(plain(input.academy), VARIABLE_LENGTH),
  }
  for (;;) {
    const text = write(names)
    const shorter = shortenLongest(names)
    if ((countSeptets(text) ?? text.length) <= SMS_SEPTETS || !shorter) return text
    names = shorter
  }
}

function shortenLongest(names: NoticeNames): NoticeNames | null {
  // Among names of equal length the child's is shortened last: date and time identify the class, nothing else
  // identifies the child.
  const order = ["className", "academy", "studentName"] as const
  const longest = order.reduce((a, b) => (names[b].length > names[a].length ? b : a))
  const length = names[longest].length - 1
  if (length < SHORTEST_NAME) return null
  const shorten = longest === "studentName" ? shortenPersonName : cutAtWord
  return { ...names, [longest]: shorten(names[longest], length) }
}

/** Shortens 'Venkata Subramaniam Iyer' to 'Venkata Iyer', then to 'Venkata I', then cuts it. */
function shortenPersonName(name: string, length: number): string {
  if (name.length <= length) return name
  const words = name.split(" ")
  const [first = "", last = ""] = [words[0], words.at(-1)]
  const candidates =
    words.length > 1 ? [`${first} ${last}`, `${first} ${[...last][0] ?? ""}`, first] : [first]
  return candidates.find((candidate) => candidate.length <= length) ?? cutAtWord(first, length)
}

/** Cuts at the last word that fits with three dots after it, or inside a word that is too long alone. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const bare = text.replace(/\.\.\.$/, "")
  const room = bare.slice(0, length - 3)
  const space = room.lastIndexOf(" ")
  const kept = bare[room.length] === " " || space < room.length / 2 ? room : room.slice(0, space)
  // Don't leave half a surrogate pair.
  return `${kept.replace(/[\s,:;&(\ud800-\udbff-]+$/, "")}...`
}

/** Returns one line in characters of a phone's basic alphabet; accents that it lacks are dropped. */
function plain(text: string): string {
  const signs = [...text.normalize("NFC")].map((char) => PLAIN_SIGNS.get(char) ?? char)
  const letters = signs.map((char) => {
    if (GSM_LENGTHS.has(char)) return char
    const bare = char.normalize("NFD").replace(/\p{Mark}+/gu, "")
    return /^[A-Za-z]+$/.test(bare) ? bare : char
  })
  return letters.join("").replace(/\s+/g, " ").trim()
}
