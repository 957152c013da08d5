import Phone from "lucide-react/icons/phone"
import { Form, useNavigation } from "react-router"
import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart, useWritten } from "#ui/said-time.ts"
import { classTexts } from "../texts/class.texts.ts"
import type { ShownRequest } from "./shown-request.ts"

/** "You're 3rd on the waitlist" */
export function LinePlace({ place }: { place: number }) {
  return (
    <p data-line-place={place} className="text-[0.9375rem] font-medium text-warning">
      {useTexts(classTexts).inLine(place)}
    </p>
  )
}

/** A guardian's child with a request for this demo class, and what became of it. */
export type ChildRequest = Pick<MyDemoRequest, "student_name" | "status" | "waitlist_position">

/** "Kiara Nambiar: Request Pending" for each child. */
export function ChildRequests({ requests }: { requests: readonly ChildRequest[] }) {
  const { place, childInLine } = useTexts(classTexts)
  if (requests.length === 0) return null
  return (
    <ul data-child-requests className="grid gap-1 text-[0.9375rem]">
      {requests.map(({ student_name, status, waitlist_position }) => (
        <li key={student_name}>
          <span className="font-semibold">{student_name}</span>: {place[status]}
          {waitlist_position === null ? null : ` · ${childInLine(waitlist_position)}`}
        </li>
      ))}
    </ul>
  )
}

type RequestNoteProps = { request: ShownRequest; zone: string }

/** What a student's request for a demo class waits for, or the other times offered instead. */
export function RequestNote({ request, zone }: RequestNoteProps) {
  const text = useTexts(classTexts)
  const { instant } = useWritten()
  const { status, message, offers, call_by, held_until } = request
  if (status === "approved" && !message && !call_by) return null
  return (
    <div className="grid gap-2.5 rounded-md bg-surface-sunken p-4 text-[0.9375rem]">
      {message ? <blockquote className="border-l-2 border-line-strong pl-3">{message}</blockquote> : null}
      {call_by ? (
        <p className="flex items-center gap-2 font-medium">
          <Phone size={16} aria-hidden className="shrink-0 text-primary-text" />
          {text.callBy(call_by)}
        </p>
      ) : null}
      {held_until ? <p className="text-ink-muted">{text.holding(instant(held_until, zone))}</p> : null}
      {status === "rejected" ? <WayOn offered={offers.length > 0} /> : null}
    </div>
  )
}

/** Suggests what to do after a rejection: the other times above the list, or another class. */
function WayOn({ offered }: { offered: boolean }) {
  const text = useTexts(classTexts)
  if (!offered) return <p className="text-ink-muted">{text.askAgain}</p>
  const [before, link, after] = text.otherTimes
  return (
    <p>
      {before}{" "}
      <a href="#offered-times" className="font-medium text-primary-text underline underline-offset-4">
        {link}
      </a>
      {after && ` ${after}`}
    </p>
  )
}

/** The times offered with a rejection, each with a button. Posts `intent`, `request_id` and `class_id`. */
export function OtherTimes({ request }: { request: ShownRequest }) {
  const text = useTexts(classTexts)
  const said = useSaidStart()
  const navigation = useNavigation()
  const chosen = navigation.formData?.get("request_id") === request.id && navigation.formData.get("class_id")
  if (request.offers.length === 0) return null
  return (
    <div className="grid gap-2">
      <p className="font-medium">{text.chooseOther}</p>
      <ul className="flex flex-wrap gap-2.5">
        {request.offers.map((time) => (
          <li key={time.class_id}>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="request_id" value={request.id} />
              <input type="hidden" name="class_id" value={time.class_id} />
              <Button
                type="submit"
                name="intent"
                value="accept-offer"
                size="sm"
                busy={chosen === time.class_id}
                busyLabel={text.choosing}
                aria-label={`${said(time)}: ${time.title}`}
              >
                {said(time)}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  )
}
