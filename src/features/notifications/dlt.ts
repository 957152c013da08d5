import type { MessageProblem } from "#contract/notice-reasons.ts"
import { measureText, type TextSize } from "./sms-text.ts"

/** The kinds of text message, each with templates of its own. */
export const TEMPLATE_KINDS = ["absence", "absence-correction", "class", "code", "invitation"] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

/** The variables of each kind of message, in their usual order, each with a sample value. */
export const TEMPLATE_VARIABLES: Record<TemplateKind, Record<string, string>> = {
  absence: {
    studentName: "Asha Rao",
    className: "Fractions and decimals",
    classDate: "20 Nov 2026",
    classTime: "4:00 pm",
    answerToken: "XR_5b3li-tJL",
    parentName: "Sunita Rao",
  },
  "absence-correction": {
    studentName: "Asha Rao",
    className: "Fractions and decimals",
    classDate: "20 Nov 2026",
    classTime: "4:00 pm",
    parentName: "Sunita Rao",
  },
  class: {
    studentName: "Asha Rao",
    className: "Fractions and decimals",
    classDate: "20 Nov 2026",
    classTime: "4:00 pm",
    change: "now at 5:00 pm",
  },
  code: { code: "204815", academy: "Kaksha" },
  invitation: { inviterName: "Sunita Rao", studentName: "Asha", inviteToken: "XR_5b3li-tJL" },
}

/** A tagged variable takes this many characters unless the template is registered with another number. */
export const VARIABLE_LENGTH = 30
/** The largest number of parts that operators deliver as one message. */
const MOST_PARTS = 3

export type DltTemplate = {
  template_id: string
  body: string
  /** The values for the tags of the body, in their order. */
  variables: readonly string[]
  variable_length: number
}

export type DltIdentity = {
  entity_id: string
  header: string
  /** Web addresses, or prefixes of them, that messages may contain. */
  links: readonly string[]
  /** Phone numbers that messages may contain. */
  numbers: readonly string[]
}

const TAG = /\{#(\w+)#\}/g
const TAGS = ["var", "alphanumeric", "numeric", "url", "urlott", "cbn", "email"]
const LINK =
  /(?:https?:\/\/|www\.)[^\s{]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|in|org|net|io|co|app|example)(?:\/[^\s{]*)?/gi
const NUMBER = /\+?\d[\d\s()-]{6,}\d/g
/** Words that mark a message as advertising to operators. A service message must not contain them. */
const MARKETING =
  /\b(offers?|discounts?|sale|free|cashback|coupons?|deals?|win|winners?|prizes?|hurry|limited time|buy now|book now|enrol now|enroll now|subscribe|refer|best price|special price)\b/i

/** Returns the errors in the academy's identity, by field. */
export function checkIdentity({
  entity_id,
  header,
}: DltIdentity): Partial<Record<keyof DltIdentity, string>> {
  return {
    ...(!/^\d{19}$/.test(entity_id) && {
      entity_id: "The entity id has 19 digits, as shown on the operator's portal",
    }),
    ...(!/^[A-Za-z]{6}$/.test(header) && {
      header: "A header for service messages has six letters, such as KAKSHA",
    }),
  }
}

/**
 * Returns the problems for which operators, or India's rules for service messages, would refuse a template;
 * empty without any.
 */
export function checkTemplate(
  kind: TemplateKind,
  language: "en" | "hi",
  template: DltTemplate,
  identity: DltIdentity,
): MessageProblem[] {
  const { body, variables, template_id } = template
  const tags = [...body.matchAll(TAG)].map((match) => match[1] ?? "")
  const known = Object.keys(TEMPLATE_VARIABLES[kind])
  const fixed = body.replace(TAG, " ")
  const unknownTag = tags.find((tag) => !TAGS.includes(tag))
  const unknownName = variables.find((name) => !known.includes(name))
  const marketing = MARKETING.exec(fixed)?.[0]
  const isHindi = /\p{Script=Devanagari}/u.test(body)
  const size = measureText(renderTemplate(template, sampleValues(kind, template)))
  const found: (MessageProblem | false)[] = [
    !/^\d{19}$/.test(template_id) && { code: "template-id" },
    tags.length === 0 && { code: "no-variables" },
    unknownTag !== undefined && { code: "unknown-tag", tag: unknownTag },
    unknownName !== undefined && { code: "unknown-value", name: unknownName, known },
    tags.length !== variables.length && {
      code: "unnamed-variables",
      variables: tags.length,
      names: variables.length,
    },
    marketing !== undefined && { code: "advertising", word: marketing },
    /\{(?!#)|[^#]\}/.test(body) && { code: "variable-cut-off" },
    language === "hi" && !isHindi && { code: "not-in-hindi" },
    language === "en" && isHindi && { code: "not-in-english" },
    size.parts > MOST_PARTS && { code: "too-many-parts", parts: size.parts, most: MOST_PARTS },
    ...strayLinks(body.replace(TAG, ""), identity),
    ...strayNumbers(fixed, identity),
  ]
  return found.filter((problem) => problem !== false)
}

function strayLinks(text: string, { links }: DltIdentity): MessageProblem[] {
  const stray = [...text.matchAll(LINK)].find(([link]) => !links.some((known) => startsAlike(link, known)))
  return stray ? [{ code: "unlisted-link", link: stray[0] }] : []
}

function startsAlike(link: string, known: string): boolean {
  const bare = (address: string) => address.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, "")
  const [given, allowed] = [bare(link), bare(known).replace(/\/$/, "")]
  return given === allowed || given.startsWith(`${allowed}/`)
}

function strayNumbers(text: string, { numbers }: DltIdentity): MessageProblem[] {
  const digits = (number: string) => number.replace(/\D/g, "").slice(-10)
  const stray = [...text.matchAll(NUMBER)].find(
    ([number]) =>
      number.replace(/\D/g, "").length >= 8 && !numbers.some((known) => digits(known) === digits(number)),
  )
  return stray ? [{ code: "unlisted-number", number: stray[0].trim() }] : []
}

/** Returns a sample value for each variable of a template, for a preview. */
export function sampleValues(kind: TemplateKind, { variables }: Pick<DltTemplate, "variables">): string[] {
  return variables.map((name) => TEMPLATE_VARIABLES[kind][name] ?? "")
}

/** Returns the text with its variables filled in. */
export function renderTemplate({ body }: Pick<DltTemplate, "body">, values: readonly string[]): string {
  let at = 0
  return body.replace(TAG, () => values[at++] ?? "")
}

export type ComposedText = { text: string; size: TextSize; problems: MessageProblem[] }

/** Returns the message that these values make, and the reasons why operators would drop it. */
export function composeMessage(
  template: DltTemplate,
  identity: DltIdentity,
  values: readonly string[],
): ComposedText {
  const text = renderTemplate(template, values)
  const size = measureText(text)
  const tags = [...template.body.matchAll(TAG)].map((match) => match[1])
  const problems = values.flatMap((value, index) => {
    const name = template.variables[index] ?? String(index + 1)
    const { length } = [...value]
    const found: (MessageProblem | false)[] = [
      value.trim() === "" && { code: "value-empty", name },
      length > template.variable_length && {
        code: "value-too-long",
        name,
        length,
        most: template.variable_length,
      },
      tags[index] === "numeric" && /\D/.test(value) && { code: "value-not-a-number", name },
      /[\r\n]/.test(value) && { code: "value-with-line-break", name },
      ...strayLinks(value, identity),
      ...strayNumbers(value, identity),
    ]
    return found.filter((problem) => problem !== false)
  })
  if (size.parts > MOST_PARTS) problems.push({ code: "too-many-parts", parts: size.parts, most: MOST_PARTS })
  return { text, size, problems }
}

/** Returns suggested wording to register for a kind without a template. `link` is where guardians reply. */
export function suggestTemplate(
  kind: TemplateKind,
  language: "en" | "hi",
  { academy, link }: { academy: string; link: string },
): Pick<DltTemplate, "body" | "variables"> {
  const tag = "{#alphanumeric#}"
  // Below the address of answers, which operators know.
  const invite = `${link}g/`
  const who = ["studentName", "className", "classDate", "classTime"]
  const said: Record<TemplateKind, Record<"en" | "hi", string>> = {
    absence: {
      en: `${tag} was absent from ${tag} on ${tag}, ${tag}. Tell us why: ${link}${tag} - ${academy}`,
      hi: `${tag} ${tag} में ग़ैरहाज़िर: ${tag}, ${tag}. कारण बताएँ: ${link}${tag} - ${academy}`,
    },
    "absence-correction": {
      en: `Correction: ${tag} was not absent from ${tag} on ${tag}. We are sorry for the mistake. - ${academy}`,
      hi: `सुधार: ${tag} ${tag} में ${tag} को ग़ैरहाज़िर नहीं थे। भूल के लिए क्षमा करें। - ${academy}`,
    },
    class: {
      en: `${tag}: ${tag} on ${tag}, ${tag}. ${tag} - ${academy}`,
      hi: `${tag}: ${tag}, ${tag}, ${tag}. ${tag} - ${academy} से सूचना`,
    },
    code: {
      en: `{#numeric#} is your code for ${tag}. Do not share it. - ${academy}`,
      hi: `{#numeric#} आपका ${tag} कोड है। किसी को न बताएँ। - ${academy}`,
    },
    invitation: {
      en: `${tag} invites you to be a guardian of ${tag}. Accept: ${invite}${tag} - ${academy}`,
      hi: `${tag} आपको ${tag} के अभिभावक के रूप में जोड़ना चाहते हैं। स्वीकार करें: ${invite}${tag} - ${academy}`,
    },
  }
  const variables: Record<TemplateKind, string[]> = {
    absence: [...who, "answerToken"],
    "absence-correction": who.slice(0, 3),
    class: [...who, "change"],
    code: ["code", "academy"],
    invitation: ["inviterName", "studentName", "inviteToken"],
  }
  return { body: said[kind][language], variables: variables[kind] }
}
