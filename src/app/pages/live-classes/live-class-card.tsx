import type { ReactNode } from "react"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { LiveBadge } from "#ui/components/live-badge.tsx"

type LiveClassCardProps = {
  label?: string
  title: string
  note: ReactNode
  to: string
  action: string
  reloadDocument?: boolean
}

/** The urgent part of a dashboard: the live class, and the link to join. */
export function LiveClassCard({ label, title, note, to, action, reloadDocument }: LiveClassCardProps) {
  return (
    <Card className="border-live/40 bg-live-tint">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1.5">
          <LiveBadge {...(label && { label })} />
          <p className="text-lg font-semibold">{title}</p>
          <p className="text-sm text-ink-muted">{note}</p>
        </div>
        <ButtonLink to={to} reloadDocument={reloadDocument} size="lg">
          {action}
        </ButtonLink>
      </div>
    </Card>
  )
}
