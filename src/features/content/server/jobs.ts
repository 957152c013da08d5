import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { mailNewArticles, readArticleHeads } from "./article-mails.ts"
import { dropOldEnquiries } from "./service.ts"
import { forgetUnconfirmed } from "./subscriptions.ts"

export const contentJobs = [
  defineJob({
    queue: "content.daily",
    // 09:00 in India.
    cron: "30 3 * * *",
    input: z.object({}),
    async handle(ctx) {
      await forgetUnconfirmed(ctx)
      await dropOldEnquiries(ctx)
      await mailNewArticles(ctx, readArticleHeads())
    },
  }),
]
