import { and, arrayContains, eq, inArray } from "drizzle-orm"
import type { ClassFacts, NoticeLanguage, NoticeText } from "#features/classes/notice-texts.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { listChildren, sayChildren } from "#features/notifications/child-names.ts"
import { kindName, withdrawNotice } from "#features/notifications/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import {
  type NoticeChange,
  type Recipient,
  type Telling,
  tellPeople,
  type Words,
} from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { wordsFor } from "./class-words.ts"
import type { NoticedClass } from "./notice-facts.ts"

/** Where guardians read about their children's classes. */
export const FAMILY_PATH = "/family"
export const FAMILY = { en: "Open your family page", hi: "परिवार का पेज खोलें" } as const
/** The kinds of notices that go to guardians as well. */
const KINDS = [
  "class-moved",
  "series-moved",
  "class-cancelled",
  "series-cancelled",
  "class-standing",
  "series-standing",
  "class-reminder",
  "demo-requested-for-child",
  "demo-approved",
  "demo-rejected",
  "enrolment-ended",
]

type Child = { id: string; first_name: string; last_name: string }
type Children = [Child, ...Child[]]

type ClassTelling = Omit<Telling, "about" | "write"> & {
  /** The text about the class in a language. Guardians read the names of their children behind its title. */
  say(facts: ClassFacts, language: NoticeLanguage, change: NoticeChange): NoticeText
  /** What guardians read instead. */
  sayToGuardian?: (facts: ClassFacts, language: NoticeLanguage) => NoticeText
  /** Guardians who are not notified, such as the one whose act it is. */
  except?: readonly string[]
  /** Where it leads the people themselves; without it, to the class. */
  href?: string
  /** Tells guardians only about those who are under 18. */
  ofMinors?: boolean
}

/**
 * Notifies people of a class, and the guardians who are told about them: each guardian once, with the names of all
 * their children concerned. Must run in a transaction, as `tellPeople`.
 */
export async function tellFamilies(
  ctx: Ctx,
  row: NoticedClass,
  { say, sayToGuardian, except = [], href, ofMinors = false, ...telling }: ClassTelling,
): Promise<void> {
  const childrenOf = await listChildrenTold(ctx, telling.people, ofMinors)
  for (const guardianId of except) childrenOf.delete(guardianId)
  await tellPeople(ctx, {
    ...telling,
    people: [...childrenOf.keys(), ...telling.people],
    about: ({ user_id }) => (childrenOf.get(user_id) ?? []).map(({ id }) => id),
    write(person, change) {
      const text = (facts: ClassFacts) => say(facts, person.language, change)
      const children = childrenOf.get(person.user_id)
      return children
        ? guardianWords(
            ctx,
            row,
            person,
            children,
            sayToGuardian ? (facts) => sayToGuardian(facts, person.language) : text,
          )
        : wordsFor(ctx, row, person, text(row.facts), href)
    },
  })
}

/** Returns the guardians who are told about any of these people, each with those children. One query. */
async function listChildrenTold(
  ctx: Ctx,
  people: readonly string[],
  ofMinors: boolean,
): Promise<Map<string, Children>> {
  const childrenOf = new Map<string, Children>()
  for (const { guardian_id, student_id, child, minor } of await listTold(ctx, people)) {
    if (ofMinors && !minor) continue
    const one = { id: student_id, ...child }
    const others = childrenOf.get(guardian_id)
    if (others) others.push(one)
    else childrenOf.set(guardian_id, [one])
  }
  return childrenOf
}

function guardianWords(
  ctx: Pick<Ctx, "address" | "brand">,
  row: NoticedClass,
  person: Recipient,
  children: Children,
  text: (facts: ClassFacts) => NoticeText,
): Words {
  const { language } = person
  const title = `${row.facts.title} (${sayChildren(children, language)})`
  const notice = text({ ...row.facts, title })
  const named: NoticeText = {
    ...notice,
    more: notice.moreToGuardian ?? notice.more,
    button: FAMILY[language],
    // A locked phone shows no child's name.
    lockScreenTitle: text(row.facts).title,
  }
  const { mail, sms, push, ...words } = wordsFor(ctx, row, person, named, FAMILY_PATH)
  const studentName = listChildren(children)
  return {
    ...words,
    ...(mail && { mail: { ...mail, links: [] } }),
    ...(sms && {
      sms: { text: `${studentName}: ${sms.text}`, variables: { ...sms.variables, studentName } },
    }),
    ...(push && { push, whatsapp: { ...push, title: notice.title } }),
  }
}

/**
 * Withdraws what waits for a guardian about classes of a child of whom they are told no more. A message that names
 * another child of theirs as well is still sent.
 */
export function dropUntold(
  ctx: Ctx,
  { guardian_id, student_id }: { guardian_id: string; student_id: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const waiting = await tx.db
      .select({ id: notices.id, subject_ids: notices.subject_ids })
      .from(notices)
      .where(
        and(
          eq(notices.subject_id, guardian_id),
          arrayContains(notices.subject_ids, [student_id]),
          inArray(kindName, KINDS),
          inArray(notices.status, ["queued", "held"]),
        ),
      )
    for (const { id, subject_ids } of waiting) {
      if (!(await isTold(tx, guardian_id, subject_ids))) await withdrawNotice(tx, id, { code: "not-told" })
    }
  })
}

async function isTold(tx: Ctx, guardianId: string, studentIds: readonly string[]): Promise<boolean> {
  return (await listTold(tx, studentIds)).some(({ guardian_id }) => guardian_id === guardianId)
}
