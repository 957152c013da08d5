import { isDeepStrictEqual } from "node:util"
import { and, desc, eq, inArray, lt } from "drizzle-orm"
import type { MessageProblem } from "#contract/notice-reasons.ts"
import type { SmsLanguage, SmsMessageLine, SmsPreview, SmsTemplate, SmsWorkbench } from "#contract/sms.ts"
import { languageOfPhone } from "#features/accounts/server/language.ts"
import { user } from "#features/accounts/server/table.ts"
import {
  checkIdentity,
  checkTemplate,
  composeMessage,
  type DltIdentity,
  sampleValues,
  suggestTemplate,
  TEMPLATE_KINDS,
  TEMPLATE_VARIABLES,
  type TemplateKind,
  VARIABLE_LENGTH,
} from "#features/notifications/dlt.ts"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import type { SmsMessage } from "#platform/sms/port.ts"
import { maskPhone } from "#shared/phone.ts"
import { decider, reasonsOf } from "./reasons.ts"
import { kindName, shownStatus } from "./service.ts"
import { kindOfTemplate, templateFor } from "./sms.ts"
import { notices, smsIdentity, smsTemplates } from "./table.ts"

const NOBODY: DltIdentity = { entity_id: "", header: "", links: [], numbers: [] }
const LANGUAGES: SmsLanguage[] = ["en", "hi"]
const MESSAGES_SHOWN = 50

type TemplateRow = typeof smsTemplates.$inferSelect
type NoticeRow = typeof notices.$inferSelect
type Composed = Omit<SmsMessage, "to" | "reference"> | { problems: MessageProblem[] }

/**
 * Returns the text of a message and its template: the approved one of its kind in the reader's language, else
 * in English, else the text as written, under the environment's provider template. Returns the problems
 * instead if operators would drop it.
 */
export async function composeText(ctx: Ctx, notice: NoticeRow): Promise<Composed> {
  const kind = kindOfTemplate(notice.kind)
  const template = await chooseTemplate(ctx, kind, notice)
  if (!template) return asWritten(ctx, notice)
  const identity = await readIdentity(ctx)
  const values = template.variables.map((name) => notice.variables[name] ?? "")
  const { text, problems } = composeMessage(template, identity, values)
  const wrong = [...checkTemplate(kind, template.language, template, identity), ...problems]
  if (wrong.length > 0) return { problems: wrong }
  return {
    text,
    templateId: template.provider_template ?? template.template_id,
    sender: identity.header,
    variables: Object.fromEntries(template.variables.map((name, index) => [name, values[index] ?? ""])),
  }
}

function asWritten({ env }: Ctx, notice: NoticeRow): Omit<SmsMessage, "to" | "reference"> {
  const { templateId, order } = templateFor(env, notice.kind)
  return {
    text: notice.text,
    ...(templateId && { templateId }),
    variables: Object.fromEntries(order.map((name) => [name, notice.variables[name] ?? ""])),
  }
}

/** Returns the template in the language of the number's owner, else the English one; null without either. */
async function chooseTemplate(
  ctx: Ctx,
  kind: TemplateKind,
  { recipient, text }: Pick<NoticeRow, "recipient" | "text">,
): Promise<TemplateRow | null> {
  const rows = await ctx.db.select().from(smsTemplates).where(eq(smsTemplates.kind, kind))
  const english = rows.find((row) => row.language === "en") ?? null
  if (rows.length === 0 || rows.every((row) => row === english)) return english
  // A code is written in the language of the page that asked for it, before its number has an account.
  const isHindiCode = kind === "code" && /\p{Script=Devanagari}/u.test(text)
  const language = isHindiCode ? "hi" : await languageOfPhone(ctx, recipient)
  return rows.find((row) => row.language === language) ?? english
}

async function readIdentity(ctx: Pick<Ctx, "db">): Promise<DltIdentity> {
  const [row] = await ctx.db.select().from(smsIdentity)
  return row ?? NOBODY
}

/**
 * Returns all SMS settings for admins, with suggested wording for kinds without a template. Three queries.
 */
export async function readWorkbench(ctx: SignedInCtx): Promise<SmsWorkbench> {
  const { entity_id, header, links, numbers } = await readIdentity(ctx)
  const identity = { entity_id, header, links, numbers }
  const rows = await ctx.db.select().from(smsTemplates)
  const link = `${ctx.address}/a/`
  return {
    provider: ctx.sms.name,
    identity: { entity_id, header, links: [...links], numbers: [...numbers] },
    suggested: { link, number: ctx.brand.contactPhone },
    templates: TEMPLATE_KINDS.flatMap((kind) =>
      LANGUAGES.map((language): SmsTemplate => {
        const row = rows.find((one) => one.kind === kind && one.language === language)
        const drafted = { template_id: "", provider_template: null, variable_length: VARIABLE_LENGTH }
        const template = row ?? {
          ...drafted,
          ...suggestTemplate(kind, language, { academy: ctx.brand.name, link }),
        }
        return {
          kind,
          language,
          saved: row !== undefined,
          template_id: template.template_id,
          provider_template: template.provider_template,
          body: template.body,
          variables: [...template.variables],
          variable_length: template.variable_length,
          names: Object.keys(TEMPLATE_VARIABLES[kind]),
          problems: row ? checkTemplate(kind, language, row, identity) : [],
        }
      }),
    ),
  }
}

/** Saves the academy's registration with the operators. Throws FIELD_ERRORS. */
export function writeIdentity(ctx: SignedInCtx, identity: SmsWorkbench["identity"]): Promise<SmsWorkbench> {
  return inTransaction(ctx, async (tx) => {
    const problems = checkIdentity(identity)
    if (Object.keys(problems).length > 0) refuseFields(problems)
    const row = { ...identity, header: identity.header.toUpperCase() }
    const [before] = await tx.db.select().from(smsIdentity).for("update")
    await tx.db
      .insert(smsIdentity)
      .values({ id: "academy", ...row })
      .onConflictDoUpdate({ target: smsIdentity.id, set: row })
    const told = (one: Pick<typeof row, "entity_id" | "header"> | undefined) => ({
      entity_id: one?.entity_id ?? null,
      header: one?.header ?? null,
    })
    await recordChange(tx, "sms.identity", "academy", { from: told(before), to: told(row) })
    return readWorkbench(tx)
  })
}

export type TemplateInput = {
  kind: TemplateKind
  language: SmsLanguage
  template_id: string
  provider_template?: string | undefined
  body: string
  variables: string[]
  variable_length: number
}

/**
 * Returns how a template reads with the values of the latest message of its kind, or sample values, how many
 * parts it takes, and what operators would refuse. Saves nothing.
 */
export async function previewTemplate(ctx: SignedInCtx, input: TemplateInput): Promise<SmsPreview> {
  const identity = await readIdentity(ctx)
  const [latest] = await ctx.db
    .select({ id: notices.id, variables: notices.variables })
    .from(notices)
    .where(and(eq(notices.channel, "sms"), eq(notices.secret, false), eq(kindName, input.kind)))
    .orderBy(desc(notices.id))
    .limit(1)
  const real = latest && input.variables.every((name) => latest.variables[name])
  const values = real
    ? input.variables.map((name) => latest.variables[name] ?? "")
    : sampleValues(input.kind, input)
  const composed = composeMessage(input, identity, values)
  return {
    text: composed.text,
    ...composed.size,
    notice_id: real ? latest.id : null,
    problems: withoutRepeats([
      ...checkTemplate(input.kind, input.language, input, identity),
      ...composed.problems,
    ]),
  }
}

function withoutRepeats(problems: MessageProblem[]): MessageProblem[] {
  return problems.filter((one, at) => problems.findIndex((other) => isDeepStrictEqual(one, other)) === at)
}

/** Saves a template that operators would accept. Throws FIELD_ERRORS; `previewTemplate` says what is wrong. */
export async function writeTemplate(ctx: SignedInCtx, input: TemplateInput): Promise<SmsWorkbench> {
  const { problems } = await previewTemplate(ctx, input)
  if (problems.length > 0) refuseFields({ body: "TEMPLATE_REFUSED" })
  return inTransaction(ctx, async (tx) => {
    const row = {
      ...input,
      provider_template: input.provider_template || null,
      updated_at: tx.clock.now(),
    }
    const [before] = await tx.db
      .select()
      .from(smsTemplates)
      .where(and(eq(smsTemplates.kind, input.kind), eq(smsTemplates.language, input.language)))
      .for("update")
    await tx.db
      .insert(smsTemplates)
      .values(row)
      .onConflictDoUpdate({ target: [smsTemplates.kind, smsTemplates.language], set: row })
    const told = (one: Omit<typeof smsTemplates.$inferInsert, "kind" | "language"> | undefined) => ({
      template_id: one?.template_id ?? null,
      body: one?.body ?? null,
      variables: one?.variables.join(", ") ?? null,
    })
    await recordChange(tx, "sms.template", `${input.kind}.${input.language}`, {
      from: told(before),
      to: told(row),
    })
    return readWorkbench(tx)
  })
}

/**
 * Returns the latest text messages with the status of each, numbers hidden. Codes are listed without their
 * text.
 */
export async function listMessages(
  ctx: SignedInCtx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: SmsMessageLine[]; next_cursor: string | null }> {
  const rows = await ctx.db
    .select({ row: notices, decided_by: user.name })
    .from(notices)
    .leftJoin(user, decider)
    .where(
      and(
        inArray(notices.channel, ["sms"]),
        // Ids sort by time.
        cursor ? lt(notices.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(notices.id))
    .limit(MESSAGES_SHOWN + 1)
  const shown = rows.slice(0, MESSAGES_SHOWN)
  return {
    items: shown.map(({ row, decided_by }) => ({
      id: row.id,
      kind: row.kind.split(":")[0] ?? row.kind,
      recipient_name: row.recipient_name,
      recipient: maskPhone(row.recipient),
      text: row.secret ? null : row.text,
      status: shownStatus(row),
      reasons: reasonsOf(row),
      decided_by,
      attempts: row.attempts,
      created_at: row.created_at,
      sent_at: row.sent_at,
    })),
    next_cursor: rows.length > MESSAGES_SHOWN ? (shown.at(-1)?.row.id ?? null) : null,
  }
}
