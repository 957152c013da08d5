import Check from "lucide-react/icons/check"
import { Link, useFetcher, useLocation } from "react-router"
import type { Role } from "#shared/roles.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink, type ButtonVariant, buttonClass } from "#ui/button.tsx"
import { useFlash } from "#ui/toast.tsx"
import {
  type CardStanding,
  cardStanding,
  isOpen,
  lateSeat,
  lineAction,
  type PlaceAction,
  placeAction,
} from "../rules.ts"
import { AskedForm } from "./asked-form.tsx"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

type ClassPlaceProps = {
  session: ListedClass
  viewer: { role: Role | null } | null
  /** Whether the reader runs this class. */
  manages: boolean
  now: Date
  titleId: string
}

/** What a card's reader can do about a place in the class: join, take a seat, ask or wait for one, give it back. */
export function ClassPlace({ session, viewer, manages, now, titleId }: ClassPlaceProps) {
  const standing = cardStanding(viewer, session.standing)
  const action = placeAction(session, standing, now)
  const seated = standing === "enrolled" || standing === "approved"
  // Held here and not by the button: the seat may be on the card, and the button gone, before the answer comes.
  const taking = useFetcher<ActionReply>()
  useFlash(taking.data?.toast)
  // Whoever runs a class starts it first, and reads its state on the badge.
  if (manages && (action.kind === "status" || session.status !== "live")) return null
  const late = manages ? null : lateSeat(session, standing, now)
  const line = manages ? null : lineAction(session, standing, now)
  return (
    <>
      {late ? (
        <TakePlace taking={taking} session={session} action={late} titleId={titleId} variant="secondary" />
      ) : null}
      {action.kind !== "join" && isOpen(session, now) ? (
        <GivePlaceBack session={session} standing={standing} titleId={titleId} />
      ) : null}
      <PlaceButton taking={taking} session={session} action={action} held={seated} titleId={titleId} />
      {line ? <TakePlace taking={taking} session={session} action={line} titleId={titleId} /> : null}
    </>
  )
}

type Taking = ReturnType<typeof useFetcher<ActionReply>>
type PlaceButtonProps = {
  taking: Taking
  session: ListedClass
  action: PlaceAction
  held: boolean
  titleId: string
}

function PlaceButton({ taking, session, action, held, titleId }: PlaceButtonProps) {
  const { search } = useLocation()
  if (action.kind === "join") {
    return (
      <ButtonLink
        to={{ search: changeSearch(search, { ...ASKING, join: session.id }) }}
        aria-describedby={titleId}
      >
        {action.label}
      </ButtonLink>
    )
  }
  if (action.kind === "sign-in") {
    return (
      <>
        <Link
          to={{ search: changeSearch(search, { ...ASKING, enrol: session.id }) }}
          preventScrollReset
          className={buttonClass({ variant: "link" })}
          aria-describedby={titleId}
        >
          Log in
        </Link>
        <Button disabled>{action.label}</Button>
      </>
    )
  }
  if (action.kind === "status") {
    return (
      <Button variant="secondary" disabled aria-describedby={titleId}>
        {held ? <Check size={18} aria-hidden /> : null}
        {action.label}
      </Button>
    )
  }
  return <TakePlace taking={taking} session={session} action={action} titleId={titleId} />
}

/** What is posted for each kind of place, and what the button reads meanwhile. A demo class's line is of requests. */
function intentOf(action: PlaceAction, session: ListedClass): { intent: string; busyLabel: string } {
  if (action.kind === "join-line") {
    const intent = session.class_type === "demo" ? "request-demo" : "join-line"
    return { intent, busyLabel: "Joining..." }
  }
  if (action.kind === "request-demo") return { intent: "request-demo", busyLabel: "Sending..." }
  return { intent: "enrol", busyLabel: "Enrolling..." }
}

type TakePlaceProps = Omit<PlaceButtonProps, "held"> & { variant?: ButtonVariant }

function TakePlace({ taking, session, action, titleId, variant = "primary" }: TakePlaceProps) {
  const { intent, busyLabel } = intentOf(action, session)
  return (
    <taking.Form method="post">
      <input type="hidden" name="class_id" value={session.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        disabled={action.disabled}
        busy={taking.state !== "idle" && !action.disabled}
        busyLabel={busyLabel}
        aria-describedby={titleId}
      >
        {action.label}
      </Button>
    </taking.Form>
  )
}

type GivePlaceBackProps = { session: ListedClass; standing: CardStanding; titleId: string }

/** The way out of a seat, of the line, or of a request that waits. */
function GivePlaceBack({ session, standing, titleId }: GivePlaceBackProps) {
  const ask = { session, titleId, variant: "ghost" as const }
  if (standing === "enrolled" || standing === "approved") {
    return (
      <AskedForm
        {...ask}
        name="leave"
        label="Leave my seat"
        title="Leave your seat?"
        description={
          session.one_on_one
            ? `“${session.title}” is then off, and another student can take the time.`
            : `Your seat in “${session.title}” goes to the first in line, or stays free for others.`
        }
        confirmLabel="Leave my seat"
        busyLabel="Leaving..."
      />
    )
  }
  if (standing === "waiting") {
    return (
      <AskedForm
        {...ask}
        name="leave-line"
        label="Leave the line"
        title="Leave the line?"
        description={`Who comes back to the line of “${session.title}” stands at its end.`}
        confirmLabel="Leave the line"
        busyLabel="Leaving..."
      />
    )
  }
  if (standing !== "pending") return null
  return (
    <AskedForm
      {...ask}
      name="leave-line"
      label="Take back"
      title="Take your request back?"
      description={`What is kept for you in “${session.title}” goes to somebody else. You can ask again.`}
      confirmLabel="Take it back"
      busyLabel="Taking back..."
    />
  )
}
