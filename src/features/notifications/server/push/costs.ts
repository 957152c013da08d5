import { and, count, eq, gte, inArray, not, sql } from "drizzle-orm"
import type { MessageCosts } from "#contract/sms.ts"
import type { Ctx } from "#platform/context.ts"
import { dateInZone } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { noticeAttempts, notices } from "../table.ts"

const CHANNELS = ["push", "whatsapp", "sms", "email"] as const

/**
 * Returns what the messages of the current month cost, in the academy's time zone: those that providers took,
 * times the price of one as admins entered it. One query.
 */
export async function readCosts(ctx: Pick<Ctx, "db" | "env" | "clock">): Promise<MessageCosts> {
  const { TIME_ZONE, SMS_PRICE_PAISE, WHATSAPP_PRICE_PAISE, MAIL_PRICE_PAISE } = ctx.env
  const month = dateInZone(ctx.clock.now(), TIME_ZONE).slice(0, 7)
  const since = instantInZone(`${month}-01`, "00:00", TIME_ZONE)
  const { finished_at, outcome, answer, notice_id } = noticeAttempts
  // Looked up one by one where it is missing: together with its notice each attempt of the month would be read twice.
  const channel = sql<string>`coalesce(${noticeAttempts.channel},
    (select sent.channel from ${notices} sent where sent.id = ${notice_id}))`
  const rows = await ctx.db
    .select({ channel: channel.as("channel"), sent: sql<boolean>`true`, messages: count() })
    .from(noticeAttempts)
    .where(
      and(
        gte(finished_at, since),
        eq(outcome, "accepted"),
        // What a trial keeps in its outbox costs nothing.
        not(sql`coalesce(${answer}, '') like 'outbox:%'`),
      ),
    )
    .groupBy(sql`1`)
    .unionAll(
      ctx.db
        .select({ channel: notices.channel, sent: sql<boolean>`false`, messages: count() })
        .from(notices)
        .innerJoin(noticeAttempts, eq(notice_id, notices.id))
        .where(
          and(
            eq(notices.status, "unknown"),
            gte(finished_at, since),
            inArray(outcome, ["unanswered", "lost"]),
          ),
        )
        .groupBy(notices.channel),
    )
  const prices = { whatsapp: WHATSAPP_PRICE_PAISE, sms: SMS_PRICE_PAISE, email: MAIL_PRICE_PAISE }
  const channels = CHANNELS.map((channel) => {
    const of = (sent: boolean) =>
      rows.find((row) => row.channel === channel && row.sent === sent)?.messages ?? 0
    const price_paise = channel === "push" ? 0 : prices[channel] || null
    const sent = of(true)
    const cost_paise = price_paise === null ? null : sent * price_paise
    return { channel, sent, unknown: of(false), price_paise, cost_paise }
  })
  return {
    month,
    channels,
    total_paise: channels.reduce((sum, { cost_paise }) => sum + (cost_paise ?? 0), 0),
  }
}
