import type { ReactNode } from "react"
import { data } from "react-router"
import { type PageRequest, pageRequest, requireViewer } from "#ui/api.ts"
import { type Language, languageOf, type Matches } from "#ui/language.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { type Flash, FlashNotice, useFlash } from "#ui/toast.tsx"

type Args = {
  request: Request
  context: { get(key: typeof pageRequest): PageRequest }
}

/** Returns the request of an admin page: visitors sign in first, and others get a 404. */
export function adminRequest({ request, context }: Args): PageRequest {
  const page = context.get(pageRequest)
  if (requireViewer(page, request).role !== "admin") throw data(null, { status: 404 })
  return page
}

/** Returns the request of a page for the office as well as for admins. */
export function officeRequest({ request, context }: Args): PageRequest {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (role !== "office" && role !== "admin") throw data(null, { status: 404 })
  return page
}

/** Returns which button of a page's forms was pressed. */
export async function pressed(request: Request): Promise<string> {
  return String((await request.clone().formData()).get("intent") ?? "")
}

const ADMIN: Record<Language, string> = { en: "Admin", hi: "एडमिन" }

/** Returns the head of a page for admins only, its title in the page's language. */
export function adminMeta(matches: Matches, title: string) {
  return [{ title: `${title} · ${ADMIN[languageOf(matches)]}` }, { name: "robots", content: "noindex" }]
}

interface AdminPageProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  /** The result of the last action. */
  flash?: Flash | null | undefined
  children: ReactNode
}

/** A page of the admin dashboard. */
export function AdminPage({ flash, children, ...header }: AdminPageProps) {
  useFlash(flash)
  return (
    <Page>
      <PageHeader {...header} />
      {children}
      <noscript>
        <FlashNotice flash={flash} />
      </noscript>
    </Page>
  )
}
