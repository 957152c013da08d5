import type { ReactNode } from "react"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page } from "#ui/page.tsx"
import { subscribeTexts } from "./subscribe.texts.ts"

interface SubscriptionStepProps {
  words: { title: string; text: string; button: string; doneTitle: string; doneText: string }
  /** The value in the link, submitted by the button. */
  field: { name: string; value: string }
  done: boolean
  problem: string | null
  /** Shown below the result: how to undo it. */
  more?: ReactNode
}

/**
 * A page that a mail's link leads to. It has a button, because programs that scan mails open links as well.
 */
export function SubscriptionStep({ words, field, done, problem, more }: SubscriptionStepProps) {
  const text = useTexts(subscribeTexts)
  return (
    <Page width="narrow" className="content-center gap-6 py-16 sm:py-24">
      <div className="grid gap-2" role={done ? "status" : undefined}>
        <h1 className="text-title">{done ? words.doneTitle : words.title}</h1>
        <p className="text-lead text-ink-muted">{done ? words.doneText : words.text}</p>
      </div>
      <FormError issues={problem ? [problem] : null} title={text.failedTitle} />
      {done ? (
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <a href="/blog" className={buttonClass({ size: "lg" })}>
            {text.toBlog}
          </a>
          {more}
        </p>
      ) : (
        <form method="post">
          <input type="hidden" {...field} />
          <Button type="submit" size="lg">
            {words.button}
          </Button>
        </form>
      )}
    </Page>
  )
}
