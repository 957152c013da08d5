import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { pageRequest } from "#ui/api.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/outbox.page.ts"

export function meta() {
  return [{ title: "Outbox" }]
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
      <summary className="cursor-pointer text-sm font-medium text-primary">As it looks</summary>
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
  const said = useSaidTime(zone, "en")
  return (
    <Page width="reading">
      <PageHeader
        eyebrow="Trial"
        title="Outbox"
        description="A trial doesn't send messages. What parents and students would have received is listed here, newest first."
      />
      {messages.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title="No messages yet"
          text="Ask for a sign-in code, or end a class that a student missed, and the message appears here."
        />
      ) : (
        <ul className="grid gap-4">
          {messages.map((message) => (
            <Card key={message.id} as="li" data-message>
              <p className="flex flex-wrap justify-between gap-2 text-sm text-ink-muted">
                <span>
                  {message.channel.toUpperCase()} to <strong className="text-ink">{message.recipient}</strong>
                </span>
                <time dateTime={message.created_at.toISOString()}>{said(message.created_at)}</time>
              </p>
              {message.subject && <h2 className="mt-3 font-semibold">{message.subject}</h2>}
              <p className="mt-3 whitespace-pre-wrap break-words">{message.text}</p>
              {message.html && <MailPreview title={message.subject ?? ""} html={message.html} />}
            </Card>
          ))}
        </ul>
      )}
    </Page>
  )
}
