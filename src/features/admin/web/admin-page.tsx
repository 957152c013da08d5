import type { ReactNode } from "react"
import { data, Link, useSearchParams } from "react-router"
import { type PageRequest, pageRequest, requireViewer } from "#ui/api.ts"
import { buttonClass } from "#ui/button.tsx"
import { AdminNav } from "#ui/layout/admin-nav.tsx"
import { Page, PageHeader } from "#ui/page.tsx"
import { type Flash, FlashNotice, useFlash } from "#ui/toast.tsx"

type Args = {
  request: Request
  context: { get(key: typeof pageRequest): PageRequest }
}

/** The request of an admin's page: visitors sign in first, and for anyone else there is no such page. */
export function adminRequest({ request, context }: Args): PageRequest {
  const page = context.get(pageRequest)
  if (requireViewer(page, request).role !== "admin") throw data(null, { status: 404 })
  return page
}

/** Which button of a page's forms was pressed. */
export async function pressed(request: Request): Promise<string> {
  return String((await request.clone().formData()).get("intent") ?? "")
}

/** The head of a page that is for admins alone. */
export function adminMeta(title: string) {
  return [{ title: `${title} · Admin` }, { name: "robots", content: "noindex" }]
}

interface AdminPageProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  /** What the last action answered. */
  flash?: Flash | null | undefined
  children: ReactNode
}

/** The frame of the admin's dashboard: its places above, what was asked for below. */
export function AdminPage({ flash, children, ...header }: AdminPageProps) {
  useFlash(flash)
  return (
    <Page>
      <PageHeader {...header} />
      <AdminNav />
      {children}
      <noscript>
        <FlashNotice flash={flash} />
      </noscript>
    </Page>
  )
}

/** The way to the next page of a list, with everything else of the address kept. */
export function MoreLink({ cursor }: { cursor: string | null }) {
  const [params] = useSearchParams()
  if (!cursor) return null
  const next = new URLSearchParams(params)
  next.set("after", cursor)
  return (
    <Link to={`?${next}`} className={buttonClass({ variant: "secondary", className: "justify-self-center" })}>
      Show more
    </Link>
  )
}
