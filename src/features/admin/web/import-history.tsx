import { Form, useNavigation } from "react-router"
import type { Import } from "#contract/admin-import.ts"
import { formatInstant } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"

/** The latest imports: each can be taken back for an hour, and its people can be invited. */
export function ImportHistory({ imports, zone, now }: { imports: Import[]; zone: string; now: Date }) {
  if (imports.length === 0) return null
  return (
    <Card flush title="Latest imports">
      <ul className="border-t border-line">
        {imports.map((one) => (
          <li key={one.id} className="grid gap-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6">
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {one.created} {one.kind}
                {one.undone_at ? <Badge>Undone</Badge> : null}
              </p>
              <p className="text-sm text-ink-muted">
                {one.made_by}, {formatInstant(one.made_at, zone)}
              </p>
            </div>
            {one.last_invited_at ? (
              <p className="text-sm text-ink-muted">
                {one.invited} invited and not joined yet, last invitation{" "}
                {formatInstant(one.last_invited_at, zone)}
              </p>
            ) : null}
            <Buttons one={one} canUndo={!one.undone_at && now < one.undo_until} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Buttons({ one, canUndo }: { one: Import; canUndo: boolean }) {
  const busy = useNavigation().formData?.get("import_id") === one.id
  if (!canUndo && one.to_invite === 0 && one.invite_again === 0) return null
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="import_id" value={one.id} />
      {one.to_invite > 0 ? (
        <Button type="submit" name="intent" value="invite" size="sm" busy={busy}>
          Invite {one.to_invite} by e-mail
        </Button>
      ) : null}
      {one.invite_again > 0 ? (
        <Button type="submit" name="intent" value="invite-again" size="sm" variant="secondary" busy={busy}>
          Send again to {one.invite_again}
        </Button>
      ) : null}
      {canUndo ? (
        <Button type="submit" name="intent" value="undo" size="sm" variant="secondary" busy={busy}>
          Undo
        </Button>
      ) : null}
    </Form>
  )
}
