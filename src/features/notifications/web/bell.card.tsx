import Bell from "lucide-react/icons/bell"
import { Suspense } from "react"
import { latePart } from "#ui/late-part.tsx"
import { Link } from "#ui/link.tsx"
import { useMessages } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"

const LiveBell = latePart(async () => (await import("./live-bell.tsx")).default, BellLink)

/** The bell in the header: a link to the notices. With scripts it shows new ones live. */
export function NoticeBell({ live }: { live: boolean }) {
  const hydrated = useHydrated()
  const link = <BellLink />
  if (!live || !hydrated) return link
  return (
    <Suspense fallback={link}>
      <LiveBell />
    </Suspense>
  )
}

function BellLink() {
  const text = useMessages().common
  return (
    <Link
      to="/notifications"
      reloadDocument
      aria-label={text.notifications}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-ink/7"
    >
      <Bell size={20} aria-hidden />
    </Link>
  )
}
