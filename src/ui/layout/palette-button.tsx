import Search from "lucide-react/icons/search"
import { useMessages } from "../messages/use-messages.ts"
import paletteScript from "../palette/palette.ts?worker&url"
import { ariaKeys, siteKeys } from "../shortcuts/shortcuts.ts"

/**
 * Opens the palette for those who don't know its key. It names the palette's file, which is loaded when first
 * needed (follow-keys.ts); without scripts it links to the catalogue and its search.
 */
export function PaletteButton() {
  const text = useMessages().header
  return (
    <form action="/courses" data-palette={paletteScript}>
      <button
        type="submit"
        aria-label={text.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(siteKeys.palette)}
        title={`${text.search} (${siteKeys.palette[0].replace("Mod", "Ctrl")})`}
        className="grid size-11 place-items-center rounded-md text-ink-muted hover:bg-ink/7 hover:text-ink"
      >
        <Search size={20} aria-hidden />
      </button>
    </form>
  )
}
