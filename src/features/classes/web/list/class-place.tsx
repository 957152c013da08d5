import Check from "lucide-react/icons/check"
import { useFetcher, useLocation } from "react-router"
import type { Role } from "#shared/roles.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink, type ButtonVariant } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useFlash } from "#ui/toast.tsx"
import { childDemoPath, roomPath } from "../../addresses.ts"
import {
  type CardStanding,
  cardStanding,
  isFull,
  isOpen,
  lateSeat,
  type PlaceAction,
  placeAction,
  waitlistAction,
} from "../../rules.ts"
import { classTexts } from "../texts/class.texts.ts"
import { listTexts } from "../texts/list.texts.ts"
import { AskedForm } from "./asked-form.tsx"
import { ASKING, changeSearch } from "./class-links.ts"
import type { ListedClass } from "./listed-class.ts"

/** A card's reader. `asks` is whether a guardian can request this demo class for a child. */
export type ClassReader = { role: Role | null; asks?: boolean }

type ClassPlaceProps = {
  scheduledClass: ListedClass
  viewer: ClassReader | null
  /** Whether the reader runs this class. */
  manages: boolean
  now: Date
  titleId: string
}

/**
 * What a card's reader can do about a seat in the class: join, take a seat, request or wait for one, give it
 * back.
 */
export function ClassPlace({ scheduledClass, viewer, manages, now, titleId }: ClassPlaceProps) {
  const standing = cardStanding(viewer, scheduledClass.standing)
  const action = placeAction(scheduledClass, standing, now)
  const seated = standing === "enrolled" || standing === "approved"
  // Here and not in the button, which may be gone before the response arrives because the card already shows
  // the seat.
  const taking = useFetcher<ActionReply>()
  useFlash(taking.data?.toast)
  // People who run the class start it first, and see its status on the badge.
  if (manages && (action.kind === "status" || scheduledClass.status !== "live")) return null
  if (standing === "guardian" && action.kind === "request-demo") {
    return (
      <AskForChild
        {...{ scheduledClass, action, titleId }}
        waiting={waitlistAction(scheduledClass, standing, now)}
      />
    )
  }
  const late = manages ? null : lateSeat(scheduledClass, standing, now)
  const line = manages ? null : waitlistAction(scheduledClass, standing, now)
  return (
    <>
      {late ? (
        <TakePlace
          taking={taking}
          scheduledClass={scheduledClass}
          action={late}
          titleId={titleId}
          variant="secondary"
        />
      ) : null}
      {action.kind !== "join" && isOpen(scheduledClass, now) ? (
        <GivePlaceBack scheduledClass={scheduledClass} standing={standing} titleId={titleId} />
      ) : null}
      <PlaceButton
        taking={taking}
        scheduledClass={scheduledClass}
        action={action}
        held={seated}
        visitor={viewer === null}
        titleId={titleId}
      />
      {line ? (
        <TakePlace taking={taking} scheduledClass={scheduledClass} action={line} titleId={titleId} />
      ) : null}
    </>
  )
}

/** Leads a guardian to where the child is chosen. */
function AskForChild({
  scheduledClass,
  action,
  waiting,
  titleId,
}: Pick<PlaceButtonProps, "scheduledClass" | "action" | "titleId"> & { waiting: PlaceAction | null }) {
  const text = useTexts(classTexts).place
  return (
    <>
      {action.disabled ? <Button disabled>{text[action.label]}</Button> : null}
      {waiting || !action.disabled ? (
        <ButtonLink to={childDemoPath(scheduledClass.id)} reloadDocument aria-describedby={titleId}>
          {text[(waiting ?? action).label]}
        </ButtonLink>
      ) : null}
    </>
  )
}

type Taking = ReturnType<typeof useFetcher<ActionReply>>
type PlaceButtonProps = {
  taking: Taking
  scheduledClass: ListedClass
  action: PlaceAction
  held: boolean
  visitor: boolean
  titleId: string
}

function PlaceButton({ taking, scheduledClass, action, held, visitor, titleId }: PlaceButtonProps) {
  const text = useTexts(classTexts).place
  const { search } = useLocation()
  if (action.kind === "join") {
    return (
      <ButtonLink
        to={
          visitor
            ? { search: changeSearch(search, { ...ASKING, "sign-in": scheduledClass.id }) }
            : roomPath(scheduledClass.id)
        }
        preventScrollReset={visitor}
        aria-describedby={titleId}
      >
        {text[action.label]}
      </ButtonLink>
    )
  }
  if (action.kind === "sign-in") {
    const enrol: PlaceAction = { kind: "enrol", label: "sign-in-enrol", disabled: false }
    return (
      <>
        {isFull(scheduledClass) ? null : (
          <TakePlace
            taking={taking}
            scheduledClass={scheduledClass}
            action={enrol}
            titleId={titleId}
            variant="link"
          />
        )}
        <Button disabled>{text[action.label]}</Button>
      </>
    )
  }
  if (action.kind === "status") {
    return (
      <Button variant="secondary" disabled aria-describedby={titleId}>
        {held ? <Check size={18} aria-hidden /> : null}
        {text[action.label]}
      </Button>
    )
  }
  return <TakePlace taking={taking} scheduledClass={scheduledClass} action={action} titleId={titleId} />
}

/**
 * Returns what is posted for each action, and the name of the button's label meanwhile. A demo class's waitlist
 * consists of requests.
 */
function intentOf(action: PlaceAction, scheduledClass: ListedClass) {
  if (action.kind === "join-waitlist") {
    const intent = scheduledClass.class_type === "demo" ? "request-demo" : "join-waitlist"
    return { intent, busy: "joining" } as const
  }
  if (action.kind === "request-demo") return { intent: "request-demo", busy: "sending" } as const
  return { intent: "enrol", busy: "enrolling" } as const
}

type TakePlaceProps = Omit<PlaceButtonProps, "held" | "visitor"> & { variant?: ButtonVariant }

function TakePlace({ taking, scheduledClass, action, titleId, variant = "primary" }: TakePlaceProps) {
  const text = useTexts(listTexts)
  const { place } = useTexts(classTexts)
  const { intent, busy } = intentOf(action, scheduledClass)
  return (
    <taking.Form method="post" preventScrollReset>
      <input type="hidden" name="class_id" value={scheduledClass.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={variant}
        disabled={action.disabled}
        busy={taking.state !== "idle" && !action.disabled}
        busyLabel={text[busy]}
        aria-describedby={titleId}
      >
        {place[action.label]}
      </Button>
    </taking.Form>
  )
}

type GivePlaceBackProps = { scheduledClass: ListedClass; standing: CardStanding; titleId: string }

/** Gives back a seat, leaves the waitlist, or withdraws a pending request. */
function GivePlaceBack({ scheduledClass, standing, titleId }: GivePlaceBackProps) {
  const text = useTexts(listTexts)
  const { title } = scheduledClass
  const ask = { scheduledClass, titleId, variant: "ghost" as const }
  if (standing === "enrolled" || standing === "approved") {
    return (
      <AskedForm
        {...ask}
        name="leave"
        label={text.giveUp.label}
        title={text.giveUp.title}
        description={scheduledClass.one_on_one ? text.giveUp.oneOnOne(title) : text.giveUp.text(title)}
        confirmLabel={text.giveUp.label}
        busyLabel={text.leaving}
      />
    )
  }
  if (standing === "waiting") {
    return (
      <AskedForm
        {...ask}
        name="leave-waitlist"
        label={text.leaveWaitlist.label}
        title={text.leaveWaitlist.title}
        description={text.leaveWaitlist.text(title)}
        confirmLabel={text.leaveWaitlist.label}
        busyLabel={text.leaving}
      />
    )
  }
  if (standing !== "pending") return null
  return (
    <AskedForm
      {...ask}
      name="withdraw-request"
      label={text.withdraw.label}
      title={text.withdraw.title}
      description={text.withdraw.text(title)}
      confirmLabel={text.withdraw.label}
      busyLabel={text.withdrawing}
    />
  )
}
