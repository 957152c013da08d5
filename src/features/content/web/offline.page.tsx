import brand from "#content/brand.json" with { type: "json" }
import { buttonClass } from "#ui/button.tsx"
import { Illustration } from "#ui/illustration.tsx"
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
    <div className="grid flex-1 content-center justify-items-center px-4 py-14 text-center">
      <Illustration src="/images/empty/offline.svg" width={240} height={180} eager className="mb-6" />
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 max-w-md text-lead text-ink-muted">{text.text}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty reference is the address that was asked for */}
      <a href="" className={buttonClass({ size: "lg", className: "mt-7" })}>
        {text.again}
      </a>
    </div>
  )
}
