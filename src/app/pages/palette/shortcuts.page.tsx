import { describePage } from "#features/content/web/describe-page.ts"
import { pageRequest, redirectWithToast } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { areSingleKeysOff, KEYS_COOKIE, type Keys } from "#ui/shortcuts/shortcuts.ts"
import type { Route } from "./+types/shortcuts.page.ts"
import { type Place, SHORTCUTS } from "./shortcut-list.ts"
import { shortcutsTexts } from "./shortcuts.texts.ts"

const YEAR_IN_SECONDS = 31_536_000

export const handle = { static: true, translated: true }

export function loader({ request }: Route.LoaderArgs) {
  return { singleKeys: !areSingleKeysOff(request.headers.get("cookie")) }
}

/** Turns the shortcuts of one character off or on, in this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const { single } = shortcutsTexts[context.get(pageRequest).language]
  const off = (await request.formData()).get("keys") === "off"
  const answer = redirectWithToast("/shortcuts", {
    tone: "success",
    title: off ? single.turnedOff : single.turnedOn,
    description: single.here,
  })
  const age = off ? YEAR_IN_SECONDS : 0
  answer.headers.append("set-cookie", `${KEYS_COOKIE}=off; Path=/; Max-Age=${age}; SameSite=Lax`)
  return answer
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, meta: description } = shortcutsTexts[languageOf(matches)]
  return describePage(matches, { title, description })
}

/** Every keyboard shortcut, out of the lists that the handlers ask. */
export default function ShortcutsPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(shortcutsTexts)
  return (
    <Page className="gap-10 sm:py-16">
      <PageHeader title={text.title} description={`${text.lead} ${text.mac}`} />
      <div className="gap-x-12 lg:columns-2">
        <SingleKeys on={loaderData.singleKeys} />
        {(Object.keys(SHORTCUTS) as Place[]).map((place) => (
          <PlaceShortcuts key={place} place={place} />
        ))}
      </div>
    </Page>
  )
}

function SingleKeys({ on }: { on: boolean }) {
  const text = useTexts(shortcutsTexts).single
  return (
    <section className="mb-10 grid break-inside-avoid gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold tracking-tight">{text.title}</h2>
        <p className="text-ink-muted">{on ? text.on : text.off}</p>
      </div>
      <form method="post">
        <Button type="submit" name="keys" value={on ? "off" : "on"} variant="secondary">
          {on ? text.turnOff : text.turnOn}
        </Button>
      </form>
    </section>
  )
}

function PlaceShortcuts({ place }: { place: Place }) {
  const { title, text, keys } = useTexts(shortcutsTexts).places[place]
  const names: Record<string, string> = keys
  return (
    <section className="mb-10 break-inside-avoid">
      <h2 className="text-heading">{title}</h2>
      <p className="mt-1 text-ink-muted">{text}</p>
      <dl className="mt-4 border-t border-line">
        {Object.entries<Keys>(SHORTCUTS[place]).map(([name, combinations]) => (
          <div
            key={name}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <dt>{names[name]}</dt>
            <dd className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
              <Combinations keys={combinations} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A row of at least this many neighbouring keys is shown by its first and last. */
const LONG_ROW = 5

function Combinations({ keys }: { keys: Keys }) {
  const text = useTexts(shortcutsTexts)
  const row = keys.length >= LONG_ROW
  const shown = row ? keys.filter((_, index) => index === 0 || index === keys.length - 1) : keys
  return shown.map((key, index) => (
    <span key={key} className="inline-flex items-center gap-2">
      {index > 0 ? <span className="text-sm text-ink-muted">{row ? text.to : text.or}</span> : null}
      <span className="inline-flex gap-1">
        {key.split("+").map((one) => (
          <kbd
            key={one}
            className="inline-grid h-8 min-w-8 place-items-center rounded-sm border border-b-2 border-line-strong/60 bg-surface px-2 font-sans text-sm font-medium"
          >
            {KEY_CAPS[one] ?? one}
          </kbd>
        ))}
      </span>
    </span>
  ))
}

/** The labels of the keys. */
const KEY_CAPS: Record<string, string> = {
  Mod: "Ctrl",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
}
