import "#ui/styles.css"
import { useEffect } from "react"
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from "react-router"
import { ProofAsked } from "#features/accounts/web/proof.card.tsx"
import { NoticeBell } from "#features/notifications/web/bell.card.tsx"
import { brand } from "#shared/brand.ts"
import { pageRequest, takeFlash } from "#ui/api.ts"
import { followKeys } from "#ui/follow-keys.ts"
import { followSession } from "#ui/follow-session.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { LateScripts } from "#ui/late-scripts.tsx"
import { RouteFailure } from "#ui/layout/error-screen.tsx"
import { SiteHead } from "#ui/layout/site-head.tsx"
import { SiteShell } from "#ui/layout/site-shell.tsx"
import { LanguageContext, useMessages } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { OfflineNote } from "#ui/online.tsx"
import { NavigationProgress } from "#ui/progress-bar.tsx"
import { noticeProofNeeded } from "#ui/proof-asked.ts"
import { RouteFocus } from "#ui/route-focus.tsx"
import staticPageScript from "#ui/static-page.ts?worker&url"
import { readTheme, themeAttribute } from "#ui/theme.ts"
import { FirstFlash, type Flash, FlashNotice, Toasts, useUndoFlash } from "#ui/toast.tsx"
import { keepPage, rememberPage } from "#ui/unreached.ts"
import type { Route } from "./+types/root.ts"

export function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  return {
    viewer: page.viewer && {
      id: page.viewer.user_id,
      firstName: page.viewer.first_name,
      email: page.viewer.email,
      role: page.viewer.role,
      // Whoever still owes a second step may read no notices.
      reads: !page.viewer.locked,
    },
    theme: readTheme(request.headers.get("cookie")),
    flash: takeFlash(request, page),
    requestId: page.requestId,
    nonce: page.nonce,
    language: page.language,
    messagesFile: page.messagesFile,
    origin: page.origin,
    // The fields that an admin changes: the browser's own copy of the rest came with its files.
    brand: {
      name: brand.name,
      contactPhone: brand.contactPhone,
      contactPhoneDisplay: brand.contactPhoneDisplay,
      contactEmail: brand.contactEmail,
      orderFormUrl: brand.orderFormUrl,
    },
  }
}

export const clientMiddleware = [keepPage, noticeProofNeeded]

/** What a route may say of itself. */
type Handle =
  | {
      /** Sends no scripts but one small file. */
      static?: boolean
      /** Leaves the footer out. */
      bare?: boolean
      /** Is there in every language, and not in English alone. */
      translated?: boolean
      /** The picture of link previews, by the route's data where it depends on them. */
      picture?: string | ((loaderData: unknown) => string | null | undefined)
    }
  | undefined

const PICTURE = "/share/kaksha.jpg"

function pictureOf(handle: Handle, loaderData: unknown): string {
  const picture = typeof handle?.picture === "function" ? handle.picture(loaderData) : handle?.picture
  return picture ?? PICTURE
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root")
  const theme = data?.theme ?? "system"
  const match = useMatches().at(-1)
  const handle = match?.handle as Handle
  const language = data?.language ?? "en"
  // The browser hides a nonce once the page is parsed, so it may differ when React compares.
  const nonce = data?.nonce
  return (
    <html
      lang={LANGUAGE_TAGS[language]}
      data-theme={themeAttribute(theme)}
      data-viewer={data?.viewer?.id ?? ""}
      data-brand={handle?.static ? undefined : JSON.stringify(data?.brand ?? {})}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <SiteHead
          origin={data?.origin}
          name={brand.name}
          theme={theme}
          language={language}
          translated={handle?.translated ?? false}
          picture={pictureOf(handle, match?.loaderData)}
        />
        {handle?.static || !data?.messagesFile ? null : (
          <link rel="modulepreload" href={data.messagesFile} fetchPriority="low" />
        )}
        <Meta />
        <Links />
      </head>
      <body>
        <LanguageContext value={language}>
          <SiteShell
            viewer={data?.viewer ?? null}
            brand={brand}
            theme={theme}
            hideFooter={handle?.bare ?? false}
            contentLanguage={language === "en" || handle?.translated ? undefined : LANGUAGE_TAGS.en}
            bell={data?.viewer?.reads ? <NoticeBell live={!handle?.static} /> : null}
          >
            {children}
          </SiteShell>
          {handle?.static ? <StaticParts flash={data?.flash} /> : <LivelyParts flash={data?.flash} />}
        </LanguageContext>
        {handle?.static ? (
          <script type="module" src={staticPageScript} />
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <LateScripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

/** The second is brought into sight by the page's one script. */
function StaticParts({ flash }: { flash: Flash | null | undefined }) {
  const { unreachedTitle, unreachedText } = useMessages().errors
  return (
    <>
      <FlashNotice flash={flash} />
      <div id="unreached" hidden data-no-print>
        <FlashNotice flash={{ tone: "error", title: unreachedTitle, description: unreachedText }} />
      </div>
    </>
  )
}

function LivelyParts({ flash }: { flash: Flash | null | undefined }) {
  return (
    <>
      <Toasts />
      <FirstFlash flash={flash} />
      <RouteFocus />
    </>
  )
}

export function meta() {
  return [{ title: brand.name }]
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useUndoFlash(loaderData.flash)
  const matches = useMatches()
  const { pathname, search } = useLocation()
  useEffect(() => rememberPage(pathname + search, matches), [pathname, search, matches])
  usePalette()
  useEffect(() => {
    document.documentElement.dataset.ready = "true"
    followSession()
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => {})
  }, [])
  return (
    <>
      <NavigationProgress />
      <OfflineNote />
      <Outlet />
      <ProofAsked />
    </>
  )
}

/** Opens the palette by its key, and goes in place where it leads. */
function usePalette() {
  const { title, partMissing } = useMessages().errors
  const navigate = useNavigate()
  useEffect(() => {
    const failed = () => notify.error(title, partMissing)
    return followKeys({ go: (to) => void navigate(to), failed })
  }, [title, partMissing, navigate])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteFailure error={error} />
}
