import "#ui/styles.css"
import { type ComponentProps, useEffect } from "react"
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
import type { Waiting } from "#contract/attendance/waiting.ts"
import { ProofAsked } from "#features/accounts/web/proof/proof.card.tsx"
import { NoticeBell } from "#features/notifications/web/bell.card.tsx"
import type { Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import { loadOr, type PageRequest, pageRequest, takeFlash } from "#ui/api.ts"
import { BrandContext, brandOf, useBrand } from "#ui/brand.ts"
import { NavigationProgress } from "#ui/components/progress-bar.tsx"
import { noticeProofNeeded } from "#ui/forms/proof-asked.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { LateScripts, takeTouched } from "#ui/late-scripts.tsx"
import { RouteFailure } from "#ui/layout/error-screen.tsx"
import { frames } from "#ui/layout/frames.tsx"
import { SiteHead } from "#ui/layout/site-head.tsx"
import type { SiteShell } from "#ui/layout/site-shell.tsx"
import { workLinks } from "#ui/layout/work-links.server.ts"
import type { WorkLink } from "#ui/layout/work-links.ts"
import { followKeys } from "#ui/live/follow-keys.ts"
import { followSession } from "#ui/live/follow-session.ts"
import { KeptReply } from "#ui/live/kept-reply.tsx"
import { LiveReload } from "#ui/live/live-reload.ts"
import { OfflineNote } from "#ui/live/online.tsx"
import { inOrder } from "#ui/live/router-watch.ts"
import { keepPage, rememberPage } from "#ui/live/unreached.ts"
import { LanguageContext, messagesIn, useMessages } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { RouteFocus } from "#ui/route-focus.tsx"
import { TodayContext } from "#ui/said-time.ts"
import staticPageScript from "#ui/static-page.ts?worker&url"
import { readTheme, themeAttribute } from "#ui/theme.ts"
import { FirstFlash, type Flash, FlashNotice, Toasts, useUndoFlash } from "#ui/toast.tsx"
import followPageScript from "#ui/visitor/follow-page.ts?worker&url"
import ownPageScript from "#ui/visitor/own-page.ts?worker&url"
import { isSentStatic, type SentStatic } from "#ui/visitor/sent-static.ts"
import visitorPageScript from "#ui/visitor/visitor-page.ts?worker&url"
import type { Route } from "./+types/root.ts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const [waiting, rights] = await Promise.all([loadWaiting(page), loadRights(page)])
  return {
    waiting,
    links: page.viewer?.role
      ? workLinks(messagesIn(page.language).work, page.viewer.role, rights, {
          hasShop: page.hasShop === true,
        })
      : [],
    viewer: page.viewer && {
      id: page.viewer.user_id,
      firstName: page.viewer.first_name,
      email: page.viewer.email,
      role: page.viewer.role,
      // A viewer who still owes the second step may read no notices.
      reads: !page.viewer.locked,
    },
    theme: readTheme(request.headers.get("cookie")),
    flash: takeFlash(request, page),
    requestId: page.requestId,
    nonce: page.nonce,
    language: page.language,
    earlyFiles: page.earlyFiles,
    origin: page.origin,
    brand: page.brand,
    today: dateInZone(page.now, page.zone),
  }
}

/** How much waits for a signed-in person, which the navigation of their frame shows. */
async function loadWaiting(page: PageRequest) {
  if (!page.viewer?.role || page.viewer.locked) return null
  return (await loadOr(page, page.api.attendance.waiting(), null, "the navigation has no counts")).value
}

/** What a guardian may do for each child, which decides what their navigation leads to; null for others. */
async function loadRights(page: PageRequest) {
  if (page.viewer?.role !== "guardian" || page.viewer.locked) return null
  return (await loadOr(page, page.api.guardians.rights(), null, "the navigation leads everywhere")).value
}

export const clientMiddleware = [inOrder, keepPage, noticeProofNeeded]

/** A route's own settings. */
type Handle =
  | {
      /** Sends no scripts but one small file, to everyone or to visitors only. */
      static?: SentStatic
      /** Its forms, filters and views answer in place, by one more small script, for everyone or for members only. */
      inPlace?: boolean | "members"
      /** Whether such a page stays fresh by what its markup names. */
      follows?: boolean | "members"
      /** A screen of the viewer's own: although it is sent without React, it has the frame of their role. */
      own?: boolean
      /** Leaves the footer out. */
      bare?: boolean
      /** Fills the window with the page alone. */
      fills?: boolean
      /** Available in every language, and not only in English. */
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

/** Returns the role in whose frame a page is shown: null for public pages, and until signing in is complete. */
function frameRole(viewer: RootData["viewer"] | undefined, handle: Handle, isStatic: boolean) {
  return viewer?.reads && (!isStatic || handle?.own) && !handle?.bare ? viewer.role : null
}

type RootData = Awaited<ReturnType<typeof loader>>

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root")
  const theme = data?.theme ?? "system"
  const match = useMatches().at(-1)
  const handle = match?.handle as Handle
  const language = data?.language ?? "en"
  const brand = useBrand(data?.brand)
  // The browser hides a nonce once the page is parsed, so it may differ when React compares.
  const nonce = data?.nonce
  const isMember = data?.viewer != null
  const isStatic = isSentStatic(handle?.static, !isMember)
  const isFor = (reach: boolean | "members" | undefined) => (reach === "members" ? isMember : reach)
  const role = frameRole(data?.viewer, handle, isStatic)
  const frameName = role ? "work" : "site"
  const earlyFiles = data
    ? [...new Set([...data.earlyFiles.messages, ...data.earlyFiles.frames[frameName]])]
    : []
  return (
    <html
      lang={LANGUAGE_TAGS[language]}
      data-theme={themeAttribute(theme)}
      data-viewer={data?.viewer?.id ?? ""}
      data-frame={role && handle?.fills ? "room" : frameName}
      data-refused-words={JSON.stringify(messagesIn(language).refused)}
      data-brand={data ? undefined : JSON.stringify(brand)}
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
        {data ? <Meta /> : <title>{brand.name}</title>}
        <Links />
      </head>
      <body>
        <LanguageContext value={language}>
          <BrandContext value={brand}>
            <TodayContext value={data?.today ?? null}>
              <Frame
                viewer={data?.viewer ?? null}
                role={role}
                links={data?.links ?? []}
                waiting={data?.waiting ?? null}
                fills={handle?.fills ?? false}
                hideFooter={handle?.bare ?? false}
                theme={theme}
                contentLanguage={language === "en" || handle?.translated ? undefined : LANGUAGE_TAGS.en}
                bell={data?.viewer?.reads ? <NoticeBell live={!isStatic} /> : null}
              >
                {children}
              </Frame>
              {isStatic ? <StaticParts flash={data?.flash} /> : <LivelyParts flash={data?.flash} />}
            </TodayContext>
          </BrandContext>
        </LanguageContext>
        {isStatic ? (
          <>
            {isFor(handle?.inPlace) ? <script type="module" src={visitorPageScript} /> : null}
            {isFor(handle?.follows) ? <script type="module" src={followPageScript} /> : null}
            {handle?.own && isMember ? <script type="module" src={ownPageScript} /> : null}
            <script type="module" src={staticPageScript} />
          </>
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <LateScripts nonce={nonce} files={earlyFiles} />
          </>
        )}
      </body>
    </html>
  )
}

type FramedProps = ComponentProps<typeof SiteShell> & {
  role: Role | null
  links: readonly WorkLink[]
  waiting: Waiting | null
  fills: boolean
}

/** The frame of a role's own screens, or without a role the website's. */
function Frame({ role, links, waiting, fills, viewer, hideFooter, ...props }: FramedProps) {
  const { site: SiteFrame, work: WorkFrame } = frames()
  if (role && viewer) {
    const work = { viewer, role, links, waiting, fills }
    return <WorkFrame {...work} {...props} />
  }
  return <SiteFrame viewer={viewer} hideFooter={hideFooter ?? false} {...props} />
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

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: brandOf(matches).name }]
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useUndoFlash(loaderData.flash)
  const matches = useMatches()
  const { pathname, search } = useLocation()
  useEffect(() => rememberPage(pathname + search, matches), [pathname, search, matches])
  usePalette()
  useEffect(() => {
    void takeTouched().then(() => {
      document.documentElement.dataset.ready = "true"
    })
    followSession()
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => {})
  }, [])
  return (
    <>
      <NavigationProgress />
      <OfflineNote />
      <LiveReload />
      <KeptReply>
        <Outlet />
      </KeptReply>
      <ProofAsked />
    </>
  )
}

/** Opens the palette by its key, and navigates in place to the chosen entry. */
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
