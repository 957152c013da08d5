import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { displayPhone } from "#shared/phone.ts"
import { pageRequest } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/outbox.page.ts"
import { languageOfText } from "./shown-notice.ts"
import { smsTexts } from "./sms/sms.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: smsTexts[languageOf(matches)].outbox.title }]
}

export async function loader({ context }: Route.LoaderArgs) {
  const { api, zone } = context.get(pageRequest)
  try {
    return { messages: await api.notifications.outbox(), zone }
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}

/** Shows the HTML of a mail in a frame that runs no scripts and loads nothing. */
function MailPreview({ title, html }: { title: string; html: string }) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-sm font-medium text-primary">
        {useTexts(smsTexts).outbox.look}
      </summary>
      <iframe
        title={title}
        srcDoc={html}
        sandbox=""
        loading="lazy"
        className="mt-3 h-96 w-full rounded-lg border border-line bg-white"
      />
    </details>
  )
}

/** The messages that a trial stored instead of sending. */
export default function OutboxPage({ loaderData: { messages, zone } }: Route.ComponentProps) {
  const text = useTexts(smsTexts).outbox
  const [before, after] = text.to
  const said = useSaidTime(zone)
  return (
    <Page width="reading">
      <PageHeader eyebrow={text.trial} title={text.title} description={text.text} />
      {messages.length === 0 ? (
        <EmptyState illustration="no-requests" title={text.empty} text={text.emptyText} />
      ) : (
        <ul className="grid gap-4">
          {messages.map((message) => (
            <Card key={message.id} as="li" data-message>
              <p className="flex flex-wrap justify-between gap-2 text-sm text-ink-muted">
                <span>
                  {text.channels[message.channel] ?? message.channel} {before}{" "}
                  <strong className="text-ink">{displayPhone(message.recipient)}</strong> {after}
                </span>
                <time dateTime={message.created_at.toISOString()}>{said(message.created_at)}</time>
              </p>
              {message.subject && (
                <h2 lang={languageOfText(message.subject)} className="mt-3 font-semibold">
                  {message.subject}
                </h2>
              )}
              <p lang={languageOfText(message.text)} className="mt-3 whitespace-pre-wrap break-words">
                {message.text}
              </p>
              {message.html && <MailPreview title={message.subject ?? ""} html={message.html} />}
            </Card>
          ))}
        </ul>
      )}
    </Page>
  )
}
