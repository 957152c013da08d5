import brand from "#content/brand.json" with { type: "json" }
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { describePage } from "./describe-page.ts"

const text = {
  title: "You are offline",
  text: "This page needs the internet. As soon as the connection is back, it can be loaded again.",
  again: "Try Again",
}

export const handle = { static: true }

export function meta() {
  return [
    ...describePage({ title: text.title, description: brand.pitch }),
    { name: "robots", content: "noindex" },
  ]
}

/** What the service worker shows in place of a page it can't reach; the address stays that page's own. */
export default function OfflinePage() {
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        illustration="offline"
        title={text.title}
        text={text.text}
        action={
          // biome-ignore lint/a11y/useValidAnchor: an empty reference is the address that was asked for
          <a href="" className={buttonClass({ size: "lg" })}>
            {text.again}
          </a>
        }
      />
    </div>
  )
}
