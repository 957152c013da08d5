import type { ReactNode } from "react"
import type { GuardianInvitation, GuardianPerson } from "#contract/guardians/people.ts"
import { dateInZone, formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { usePlacePoster } from "#ui/forms/poster.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Folded, Hidden, type PeopleProps, Step } from "./folded.card.tsx"
import { InviteGuardian, RightsFields } from "./invite-guardian.tsx"
import { peopleOfChildTexts } from "./people.texts.ts"

/** The guardians of a child, what each may do, and who was invited. */
export function GuardianPeople(props: PeopleProps) {
  const { child, people, invites, about } = props
  const text = useTexts(peopleOfChildTexts)
  const { guardians, invitations } = people
  return (
    <Card
      title={text.title}
      description={(invites ? text.description : text.ownDescription)(child.first_name)}
      data-guardians
    >
      <div className="grid gap-6">
        <ul className="grid divide-y divide-line border-t border-line">
          {guardians.map((guardian) => (
            <Guardian key={guardian.guardian_id} guardian={guardian} {...props}>
              {about?.(guardian)}
            </Guardian>
          ))}
        </ul>
        {invitations.length > 0 ? (
          <section aria-label={text.open} className="grid gap-2">
            <h3 className="font-semibold">{text.open}</h3>
            <ul className="grid divide-y divide-line border-t border-line">
              {invitations.map((one) => (
                <Invitation key={one.id} invitation={one} {...props} />
              ))}
            </ul>
          </section>
        ) : null}
        {invites ? <InviteGuardian {...props} /> : null}
      </div>
    </Card>
  )
}

type GuardianProps = PeopleProps & { guardian: GuardianPerson; children?: ReactNode }

function Guardian({ guardian, children, ...props }: GuardianProps) {
  const text = useTexts(peopleOfChildTexts)
  const { name, address, own, first, known_at, rights } = guardian
  return (
    <li className="grid gap-2 py-4" data-guardian={name}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {name}
        {own ? <Badge>{text.you}</Badge> : null}
        {first ? <Badge>{text.first}</Badge> : null}
        {known_at ? <Badge tone="success">{text.known}</Badge> : null}
      </p>
      <p className="text-sm text-ink-muted wrap-anywhere">
        {[address, rights.map((right) => text.short[right]).join(", ")].filter(Boolean).join(" · ")}
      </p>
      {known_at === null && rights.includes("consent") ? (
        <p className="text-sm text-ink-muted">{text.unknown}</p>
      ) : null}
      {children}
      {guardian.changeable ? <Change guardian={guardian} {...props} /> : null}
      {own ? <Leave guardian={guardian} {...props} /> : null}
    </li>
  )
}

function valuesOf({ child, guardian }: Pick<GuardianProps, "child" | "guardian">) {
  return { student_id: child.student_id, guardian_id: guardian.guardian_id, name: guardian.name }
}

function Change({ guardian, child, action }: GuardianProps) {
  const text = useTexts(peopleOfChildTexts)
  const poster = usePlacePoster(action)
  const { Form, action: to, reply, sending } = poster
  const values = valuesOf({ child, guardian })
  return (
    <Folded
      title={text.change}
      label={text.changeRights(guardian.name)}
      open={reply !== undefined && !reply.done}
    >
      <Form method="post" action={to} className="grid gap-4">
        <Hidden values={values} />
        <RightsFields legend={text.rights} chosen={guardian.rights} error={reply?.form?.error?.rights?.[0]} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="guardian-rights"
            size="sm"
            busy={sending === "guardian-rights"}
            busyLabel={text.saving}
          >
            {text.save}
          </Button>
        </div>
      </Form>
      <Step
        {...{ poster, values, intent: "remove-guardian", variant: "danger" }}
        text={text.removeText(guardian.name, child.first_name)}
        label={text.remove(guardian.name)}
        className="border-t border-line pt-4"
      />
    </Folded>
  )
}

function Leave({ guardian, child, action }: GuardianProps) {
  const text = useTexts(peopleOfChildTexts)
  const poster = usePlacePoster(action)
  const { reply } = poster
  return (
    <Folded title={text.leave} open={reply !== undefined && !reply.done}>
      <Step
        {...{ poster, values: valuesOf({ child, guardian }), intent: "leave-child", variant: "danger" }}
        text={text.leaveText(child.first_name)}
        label={text.leaveGo}
      />
    </Folded>
  )
}

type InvitationProps = PeopleProps & { invitation: GuardianInvitation }

function Invitation({ invitation, child, zone, action }: InvitationProps) {
  const text = useTexts(peopleOfChildTexts)
  const language = useLanguage()
  const { Form, action: to, sending } = usePlacePoster(action)
  const { id, name, address, rights, expires_at, expired } = invitation
  const day = formatDateIn(LANGUAGE_TAGS[language], dateInZone(expires_at, zone))
  return (
    <li className="grid gap-2 py-4" data-invitation={name}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        {name}
        <Badge tone={expired ? "warning" : "neutral"}>{expired ? text.expired : text.until(day)}</Badge>
      </p>
      <p className="text-sm text-ink-muted wrap-anywhere">
        {[address, rights.map((right) => text.short[right]).join(", ")].join(" · ")}
      </p>
      <Form method="post" action={to} className="flex flex-wrap gap-2">
        <Hidden values={{ student_id: child.student_id, invitation_id: id, name, to: address, language }} />
        {rights.map((right) => (
          <input key={right} type="hidden" name="rights" value={right} />
        ))}
        <Button
          type="submit"
          name="intent"
          value="invite-guardian"
          size="sm"
          variant="secondary"
          aria-label={text.againTo(name)}
          busy={sending === "invite-guardian"}
        >
          {text.again}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="withdraw-guardian"
          size="sm"
          variant="ghost"
          aria-label={text.withdrawOf(name)}
          busy={sending === "withdraw-guardian"}
        >
          {text.withdraw}
        </Button>
      </Form>
    </li>
  )
}
