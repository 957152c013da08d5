import ListChecks from "lucide-react/icons/list-checks"
import Pencil from "lucide-react/icons/pencil"
import Presentation from "lucide-react/icons/presentation"
import { useFetcher } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useFlash } from "#ui/toast.tsx"
import { canStartLive } from "../../rules.ts"
import { AskedForm } from "../list/asked-form.tsx"
import { classTexts } from "../texts/class.texts.ts"
import { ScopeChoice } from "./scope-choice.tsx"

type Managed = Pick<
  ScheduledClass,
  | "id"
  | "title"
  | "delivery"
  | "standing"
  | "status"
  | "editable"
  | "series_id"
  | "started_at"
  | "starts_at"
  | "ends_at"
  | "enrolled_count"
>
type ManageClassProps = { scheduledClass: Managed; now: Date; titleId: string }

/** What its instructor, or an admin, can do with a class. The actions depend on the stored status. */
export function ManageClass({ scheduledClass, now, titleId }: ManageClassProps) {
  const text = useTexts(classTexts)
  const { remove } = text
  const { id, status, editable } = scheduledClass
  return (
    <>
      {editable && status !== "live" && scheduledClass.started_at === null ? (
        <AskedForm
          name="delete"
          scheduledClass={scheduledClass}
          titleId={titleId}
          label={remove.label}
          variant="ghost"
          title={remove.title}
          description={remove.text(scheduledClass.title, scheduledClass.enrolled_count)}
          confirmLabel={remove.confirm}
          busyLabel={remove.busy}
          danger
        >
          {scheduledClass.series_id ? <ScopeChoice legend={remove.ofSeries} /> : null}
        </AskedForm>
      ) : null}
      {editable && status === "scheduled" ? (
        <ButtonLink to={`/schedule-class?edit=${id}`} variant="secondary" aria-describedby={titleId}>
          <Pencil size={16} aria-hidden />
          {text.edit}
        </ButtonLink>
      ) : null}
      {scheduledClass.delivery === "on_premises" &&
      scheduledClass.standing === "instructor" &&
      status !== "cancelled" ? (
        <ButtonLink to="/hall" reloadDocument variant="secondary" aria-describedby={titleId}>
          <ListChecks size={16} aria-hidden />
          {text.register}
        </ButtonLink>
      ) : null}
      {status === "scheduled" ? (
        <ButtonLink to={`/class/${id}/slides`} variant="secondary" aria-describedby={titleId}>
          <Presentation size={16} aria-hidden />
          {text.slides}
        </ButtonLink>
      ) : null}
      {canStartLive(scheduledClass, now) ? <StartLive classId={id} titleId={titleId} /> : null}
    </>
  )
}

function StartLive({ classId, titleId }: { classId: string; titleId: string }) {
  const text = useTexts(classTexts)
  const fetcher = useFetcher<ActionReply>()
  useFlash(fetcher.data?.toast)
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="class_id" value={classId} />
      <Button
        type="submit"
        name="intent"
        value="start"
        busy={fetcher.state !== "idle"}
        busyLabel={text.starting}
        aria-describedby={titleId}
      >
        {text.startLive}
      </Button>
    </fetcher.Form>
  )
}
