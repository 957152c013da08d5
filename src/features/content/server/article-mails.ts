import { and, asc, gt, isNotNull, lt } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { readFrontMatter } from "../front-matter.ts"
import { type ArticleHead, articleMail } from "./subscription-mails.ts"
import { subscribers } from "./table.ts"

/** How long after its day an article still counts as new, in case the product was down meanwhile. */
const NEW_FOR_MS = 7 * DAY
const READERS_AT_ONCE = 200

export type DatedArticle = ArticleHead & { published: string }

/** Returns the heads of all articles in content/blog. */
export function readArticleHeads(): DatedArticle[] {
  const files = import.meta.glob<string>("/content/blog/*.md", {
    query: "?raw",
    import: "default",
    eager: true,
  })
  return Object.values(files).map((file) => readFrontMatter(file).head as unknown as DatedArticle)
}

/**
 * Mails each new article once to everyone who had confirmed before the end of its day. `published` is a day,
 * which begins at midnight UTC. Runs daily.
 */
export async function mailNewArticles(ctx: Ctx, articles: readonly DatedArticle[]): Promise<void> {
  const now = ctx.clock.now().getTime()
  for (const article of articles) {
    const from = Date.parse(article.published)
    if (from <= now && now < from + NEW_FOR_MS) await mailArticle(ctx, article, new Date(from + DAY))
  }
}

async function mailArticle(ctx: Ctx, article: DatedArticle, confirmedBefore: Date): Promise<void> {
  let last: string | null = null
  do {
    last = await inTransaction(ctx, async (tx): Promise<string | null> => {
      const readers = await tx.db
        .select()
        .from(subscribers)
        .where(
          and(
            isNotNull(subscribers.confirmed_at),
            lt(subscribers.confirmed_at, confirmedBefore),
            last ? gt(subscribers.id, last) : undefined,
          ),
        )
        .orderBy(asc(subscribers.id))
        .limit(READERS_AT_ONCE)
      for (const reader of readers) {
        await tx.post.mail(tx, {
          kind: `article:${article.slug}`,
          cause_id: reader.id,
          recipient_name: reader.email,
          to: reader.email,
          body: articleMail(tx.address, reader, article),
        })
      }
      return readers.at(READERS_AT_ONCE - 1)?.id ?? null
    })
  } while (last)
}
