import Check from "lucide-react/icons/check"
import { Link, useFetcher, useLocation } from "react-router"
import type { Role } from "#shared/roles.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink, type ButtonVariant, buttonClass } from "#ui/button.tsx"
import { useFlash } from "#ui/toast.tsx"
import { cardStanding, isOpen, lateSeat, type PlaceAction, placeAction } from "../rules.ts"
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

/** What a card's reader can do about a place in the class: join, take a seat, ask for one, give it back. */
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
  return (
    <>
      {late ? (
        <TakePlace taking={taking} session={session} action={late} titleId={titleId} variant="secondary" />
      ) : null}
      {seated && action.kind !== "join" && isOpen(session, now) ? (
        <LeaveSeat session={session} titleId={titleId} />
      ) : null}
      <PlaceButton taking={taking} session={session} action={action} held={seated} titleId={titleId} />
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

const BUSY = { enrol: "Enrolling...", "request-demo": "Sending..." }

type TakePlaceProps = Omit<PlaceButtonProps, "held"> & { variant?: ButtonVariant }

function TakePlace({ taking, session, action, titleId, variant = "primary" }: TakePlaceProps) {
  const busy = taking.state !== "idle"
  const intent = action.kind === "request-demo" ? "request-demo" : "enrol"
  return (
    <taking.Form method="post">
      <input type="hidden" name="class_id" value={session.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        disabled={action.disabled}
        busy={busy}
        busyLabel={BUSY[intent]}
        aria-describedby={titleId}
      >
        {action.label}
      </Button>
    </taking.Form>
  )
}

function LeaveSeat({ session, titleId }: { session: ListedClass; titleId: string }) {
  return (
    <AskedForm
      name="leave"
      session={session}
      titleId={titleId}
      label="Leave my seat"
      variant="ghost"
      title="Leave your seat?"
      description={`Your seat in “${session.title}” goes to somebody else. You can take one again while there are free ones.`}
      confirmLabel="Leave my seat"
      busyLabel="Leaving..."
    />
  )
}
