import { and, desc, eq, inArray, lt } from "drizzle-orm"
import type { SmsLanguage, SmsMessageLine, SmsPreview, SmsTemplate, SmsWorkbench } from "#contract/sms.ts"
import { languageOfPhone } from "#features/accounts/server/language.ts"
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
import { brand } from "#shared/brand.ts"
import { maskPhone } from "#shared/phone.ts"
import { kindName, shownStatus } from "./service.ts"
import { kindOfTemplate, templateFor } from "./sms.ts"
import { notices, smsIdentity, smsTemplates } from "./table.ts"

const NOBODY: DltIdentity = { entity_id: "", header: "", links: [], numbers: [] }
const LANGUAGES: SmsLanguage[] = ["en", "hi"]
const MESSAGES_SHOWN = 50

type TemplateRow = typeof smsTemplates.$inferSelect
type NoticeRow = typeof notices.$inferSelect
type Composed = Omit<SmsMessage, "to" | "reference"> | { problems: string[] }

/**
 * What a text message says and carries: by the approved template of its kind in the reader's language, else in
 * English, else as it was written, under the provider's template of the environment. Answers the problems where
 * operators would drop it.
 */
export async function composeText(ctx: Ctx, notice: NoticeRow): Promise<Composed> {
  const kind = kindOfTemplate(notice.kind)
  const template = await chooseTemplate(ctx, kind, notice.recipient)
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

/** The template in the language of whoever has the number, else the English one; null without either. */
async function chooseTemplate(ctx: Ctx, kind: TemplateKind, recipient: string): Promise<TemplateRow | null> {
  const rows = await ctx.db.select().from(smsTemplates).where(eq(smsTemplates.kind, kind))
  const english = rows.find((row) => row.language === "en") ?? null
  if (rows.length === 0 || rows.every((row) => row === english)) return english
  const language = await languageOfPhone(ctx, recipient)
  return rows.find((row) => row.language === language) ?? english
}

async function readIdentity(ctx: Pick<Ctx, "db">): Promise<DltIdentity> {
  const [row] = await ctx.db.select().from(smsIdentity)
  return row ?? NOBODY
}

/** Everything about text messages that admins set, with wording to register where nothing is. Three queries. */
export async function readWorkbench(ctx: SignedInCtx): Promise<SmsWorkbench> {
  const { entity_id, header, links, numbers } = await readIdentity(ctx)
  const identity = { entity_id, header, links, numbers }
  const rows = await ctx.db.select().from(smsTemplates)
  const link = `${ctx.address}/a/`
  return {
    provider: ctx.sms.name,
    identity: { entity_id, header, links: [...links], numbers: [...numbers] },
    suggested: { link, number: brand.contactPhone },
    templates: TEMPLATE_KINDS.flatMap((kind) =>
      LANGUAGES.map((language): SmsTemplate => {
        const row = rows.find((one) => one.kind === kind && one.language === language)
        const drafted = { template_id: "", provider_template: null, variable_length: VARIABLE_LENGTH }
        const template = row ?? {
          ...drafted,
          ...suggestTemplate(kind, language, { academy: brand.name, link }),
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

/** Says who the academy is to the operators. Throws FIELD_ERRORS. */
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
 * How a template reads with the values of the latest message of its kind, or made-up ones, how many parts it takes,
 * and what operators would refuse. Nothing is kept.
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
    problems: [
      ...new Set([...checkTemplate(input.kind, input.language, input, identity), ...composed.problems]),
    ],
  }
}

/** Keeps a template that operators would let through. Throws FIELD_ERRORS with the first thing that they would not. */
export async function writeTemplate(ctx: SignedInCtx, input: TemplateInput): Promise<SmsWorkbench> {
  const { problems } = await previewTemplate(ctx, input)
  if (problems[0]) refuseFields({ body: problems[0] })
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

/** The latest text messages with what became of each, numbers hidden; codes among them, without their text. */
export async function listMessages(
  ctx: SignedInCtx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: SmsMessageLine[]; next_cursor: string | null }> {
  const rows = await ctx.db
    .select()
    .from(notices)
    .where(
      and(
        inArray(notices.channel, ["sms"]),
        // Ids are in the order of time.
        cursor ? lt(notices.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(notices.id))
    .limit(MESSAGES_SHOWN + 1)
  const shown = rows.slice(0, MESSAGES_SHOWN)
  return {
    items: shown.map((row) => ({
      id: row.id,
      kind: row.kind.split(":")[0] ?? row.kind,
      recipient_name: row.recipient_name,
      recipient: maskPhone(row.recipient),
      text: row.secret ? null : row.text,
      status: shownStatus(row),
      reason: row.reason,
      attempts: row.attempts,
      created_at: row.created_at,
      sent_at: row.sent_at,
    })),
    next_cursor: rows.length > MESSAGES_SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
