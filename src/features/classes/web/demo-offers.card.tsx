import { useTexts } from "#ui/messages/use-messages.ts"
import { useWritten } from "#ui/said-time.ts"
import { OtherTimes } from "./list/class-request.tsx"
import type { ShownRequest } from "./list/shown-request.ts"
import { classTexts } from "./texts/class.texts.ts"

/** The rejected requests of a student with other times to choose from. Empty without one. */
export function OfferedTimes({ requests }: { requests: readonly ShownRequest[] }) {
  const text = useTexts(classTexts).offered
  const { date } = useWritten()
  const open = requests.filter((request) => request.offers.length > 0)
  if (open.length === 0) return null
  return (
    <section
      id="offered-times"
      aria-labelledby="offered-times-title"
      className="mb-4 grid scroll-mt-24 gap-4 rounded-card border border-accent/50 bg-accent-tint p-5 sm:p-6"
    >
      <h2 id="offered-times-title" className="text-lg leading-snug font-semibold tracking-tight">
        {text.title}
      </h2>
      <ul className="grid gap-5">
        {open.map((request) => (
          <li key={request.id} className="grid gap-2.5" data-offer={request.id}>
            <p className="text-[0.9375rem]">
              <span className="font-semibold">{request.class_title}</span>
              {text.couldNot(date(request.scheduled_date))}
              {request.message ? ` “${request.message}”` : ""}
            </p>
            <OtherTimes request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
