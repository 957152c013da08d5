import { measureText, type TextSize } from "./sms-text.ts"

/** What the product texts, each with templates of its own. */
export const TEMPLATE_KINDS = ["absence", "absence-correction", "class", "code"] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

/** What a kind of message knows, in the order in which it is usually said, with a value to look at. */
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
}

/** A tagged variable takes this many characters unless the template is registered with another number. */
export const VARIABLE_LENGTH = 30
/** What operators deliver at most as one message. */
const MOST_PARTS = 3

export type DltTemplate = {
  template_id: string
  body: string
  /** What fills the tags of the body, in their order. */
  variables: readonly string[]
  variable_length: number
}

export type DltIdentity = {
  entity_id: string
  header: string
  /** Addresses, or beginnings of them, that may stand in messages. */
  links: readonly string[]
  /** Phone numbers that may stand in messages. */
  numbers: readonly string[]
}

const TAG = /\{#(\w+)#\}/g
const TAGS = ["var", "alphanumeric", "numeric", "url", "urlott", "cbn", "email"]
const LINK =
  /(?:https?:\/\/|www\.)[^\s{]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|in|org|net|io|co|app|example)(?:\/[^\s{]*)?/gi
const NUMBER = /\+?\d[\d\s()-]{6,}\d/g
/** Words by which operators know advertising, which a service message may not be. */
const MARKETING =
  /\b(offers?|discounts?|sale|free|cashback|coupons?|deals?|win|winners?|prizes?|hurry|limited time|buy now|book now|enrol now|enroll now|subscribe|refer|best price|special price)\b/i

/** What is wrong with the academy's identity, by field. */
export function checkIdentity({
  entity_id,
  header,
}: DltIdentity): Partial<Record<keyof DltIdentity, string>> {
  return {
    ...(!/^\d{19}$/.test(entity_id) && {
      entity_id: "The entity id has 19 digits, as the operator's portal shows it",
    }),
    ...(!/^[A-Za-z]{6}$/.test(header) && {
      header: "A header for service messages has six letters, such as KAKSHA",
    }),
  }
}

/** What operators, or India's rules for service messages, would refuse in a template; empty where nothing. */
export function checkTemplate(
  kind: TemplateKind,
  language: "en" | "hi",
  template: DltTemplate,
  identity: DltIdentity,
): string[] {
  const { body, variables, template_id } = template
  const tags = [...body.matchAll(TAG)].map((match) => match[1] ?? "")
  const known = Object.keys(TEMPLATE_VARIABLES[kind])
  const fixed = body.replace(TAG, " ")
  const unknownTag = tags.find((tag) => !TAGS.includes(tag))
  const unknownName = variables.find((name) => !known.includes(name))
  const marketing = MARKETING.exec(fixed)?.[0]
  const isHindi = /\p{Script=Devanagari}/u.test(body)
  const size = measureText(renderTemplate(template, sampleValues(kind, template)))
  return [
    !/^\d{19}$/.test(template_id) && "The template id has 19 digits, as the operator's portal shows it.",
    tags.length === 0 && "Write each variable as {#alphanumeric#}, {#numeric#}, {#url#} or {#var#}.",
    unknownTag && `{#${unknownTag}#} is no tag: use {#alphanumeric#}, {#numeric#}, {#url#} or {#var#}.`,
    unknownName && `There is no value called ${unknownName}. There are: ${known.join(", ")}.`,
    tags.length !== variables.length &&
      `The text has ${count(tags.length, "variable")} and ${count(variables.length, "name")}: name each one, in order.`,
    marketing && `“${marketing}” is advertising, which a service message may not hold.`,
    /\{(?!#)|[^#]\}/.test(body) && "A variable is cut off: it reads like {#alphanumeric#}.",
    language === "hi" && !isHindi && "This is the Hindi template, but its text is not in Hindi.",
    language === "en" && isHindi && "This is the English template, but its text is in Hindi.",
    size.parts > MOST_PARTS && `It takes ${size.parts} parts; ${MOST_PARTS} are the most.`,
    ...strayLinks(body.replace(TAG, ""), identity),
    ...strayNumbers(fixed, identity),
  ].filter((problem): problem is string => typeof problem === "string")
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

function strayLinks(text: string, { links }: DltIdentity): string[] {
  const stray = [...text.matchAll(LINK)].find(([link]) => !links.some((known) => startsAlike(link, known)))
  return stray ? [`The link ${stray[0]} is not on the list of links.`] : []
}

function startsAlike(link: string, known: string): boolean {
  const bare = (address: string) => address.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, "")
  const [given, allowed] = [bare(link), bare(known).replace(/\/$/, "")]
  return given === allowed || given.startsWith(`${allowed}/`)
}

function strayNumbers(text: string, { numbers }: DltIdentity): string[] {
  const digits = (number: string) => number.replace(/\D/g, "").slice(-10)
  const stray = [...text.matchAll(NUMBER)].find(
    ([number]) =>
      number.replace(/\D/g, "").length >= 8 && !numbers.some((known) => digits(known) === digits(number)),
  )
  return stray ? [`The number ${stray[0].trim()} is not on the list of numbers.`] : []
}

/** A value for each variable of a template, for looking at it. */
export function sampleValues(kind: TemplateKind, { variables }: Pick<DltTemplate, "variables">): string[] {
  return variables.map((name) => TEMPLATE_VARIABLES[kind][name] ?? "")
}

/** The text with its variables filled in. */
export function renderTemplate({ body }: Pick<DltTemplate, "body">, values: readonly string[]): string {
  let at = 0
  return body.replace(TAG, () => values[at++] ?? "")
}

export type ComposedText = { text: string; size: TextSize; problems: string[] }

/** The message that these values make, and why operators would drop it. */
export function composeMessage(
  template: DltTemplate,
  identity: DltIdentity,
  values: readonly string[],
): ComposedText {
  const text = renderTemplate(template, values)
  const size = measureText(text)
  const tags = [...template.body.matchAll(TAG)].map((match) => match[1])
  const problems = values.flatMap((value, index) => {
    const name = template.variables[index] ?? `variable ${index + 1}`
    return [
      value.trim() === "" && `${name} is empty.`,
      [...value].length > template.variable_length &&
        `${name} has ${[...value].length} characters; ${template.variable_length} are allowed.`,
      tags[index] === "numeric" && /\D/.test(value) && `${name} is not a number.`,
      /[\r\n]/.test(value) && `${name} has a line break.`,
      ...strayLinks(value, identity),
      ...strayNumbers(value, identity),
    ].filter((problem): problem is string => typeof problem === "string")
  })
  if (size.parts > MOST_PARTS) problems.push(`It takes ${size.parts} parts; ${MOST_PARTS} are the most.`)
  return { text, size, problems }
}

/** Wording to register, for a kind that has no template yet. `link` is where answers are given. */
export function suggestTemplate(
  kind: TemplateKind,
  language: "en" | "hi",
  { academy, link }: { academy: string; link: string },
): Pick<DltTemplate, "body" | "variables"> {
  const tag = "{#alphanumeric#}"
  const who = ["studentName", "className", "classDate", "classTime"]
  const said: Record<TemplateKind, Record<"en" | "hi", string>> = {
    absence: {
      en: `${tag} was absent from ${tag} on ${tag}, ${tag}. Tell us why: ${link}${tag} - ${academy}`,
      hi: `${tag} ${tag} में अनुपस्थित: ${tag}, ${tag}. कारण बताएँ: ${link}${tag} - ${academy}`,
    },
    "absence-correction": {
      en: `Correction: ${tag} was not absent from ${tag} on ${tag}. We are sorry for the mistake. - ${academy}`,
      hi: `सुधार: ${tag} ${tag} में ${tag} को अनुपस्थित नहीं थे। भूल के लिए क्षमा करें। - ${academy}`,
    },
    class: {
      en: `${tag}: ${tag} on ${tag}, ${tag}. ${tag} - ${academy}`,
      hi: `${tag}: ${tag}, ${tag}, ${tag}. ${tag} - ${academy} से सूचना`,
    },
    code: {
      en: `{#numeric#} is your code for ${tag}. Do not share it. - ${academy}`,
      hi: `{#numeric#} आपका ${tag} कोड है। किसी को न बताएँ। - ${academy}`,
    },
  }
  const variables: Record<TemplateKind, string[]> = {
    absence: [...who, "answerToken"],
    "absence-correction": who.slice(0, 3),
    class: [...who, "change"],
    code: ["code", "academy"],
  }
  return { body: said[kind][language], variables: variables[kind] }
}
