import Captions from "lucide-react/icons/captions"
import ClipboardPaste from "lucide-react/icons/clipboard-paste"
import Copy from "lucide-react/icons/copy"
import CopyPlus from "lucide-react/icons/copy-plus"
import Trash2 from "lucide-react/icons/trash-2"
import { Suspense, useState, useSyncExternalStore } from "react"
import type { Item } from "#features/rooms/whiteboard.ts"
import { latePart } from "#ui/late-part.tsx"
import { ToolButton } from "../../stage/tool-button.tsx"
import { whiteboardText as text } from "../../texts/whiteboard.texts.ts"
import { selectionKeys } from "./selection-keys.ts"
import type { WhiteboardSelection } from "./whiteboard-selection.ts"

const PictureWordsDialog = latePart(
  async () => (await import("../picture/picture-words-dialog.tsx")).PictureWordsDialog,
)

type SelectionBarProps = {
  selection: WhiteboardSelection
  active: boolean
  nameOf: (person: string) => string | null
}

/** What can be done with the selected items, over the top of the page, and what was done, for screen readers. */
export function SelectionBar({ selection, active, nameOf }: SelectionBarProps) {
  const { said, transform, ids, canPaste } = useSyncExternalStore(selection.subscribe, selection.getView)
  const some = ids.size > 0
  const name = said?.item ? text.item(said.item, nameOf(said.item.author)) : null
  const [one, ...more] = active && !transform ? selection.selected() : []
  const picture = one?.kind === "picture" && more.length === 0 ? one : null
  return (
    <>
      <p role="status" className="sr-only" data-said={said?.what}>
        {active && said ? text.said(said.what, said.count, name) : null}
      </p>
      {active && !transform && (some || canPaste) ? (
        <div
          role="toolbar"
          aria-label={text.selection}
          className="absolute top-2 right-2 flex rounded-card bg-surface-raised p-0.5 shadow-float"
        >
          {some ? (
            <ToolButton name="copy" label={text.copy} keys={selectionKeys.copy} onClick={selection.copy}>
              <Copy size={18} aria-hidden />
            </ToolButton>
          ) : null}
          {canPaste ? (
            <ToolButton name="paste" label={text.paste} keys={selectionKeys.paste} onClick={selection.paste}>
              <ClipboardPaste size={18} aria-hidden />
            </ToolButton>
          ) : null}
          {picture ? <Describe key={picture.id} picture={picture} selection={selection} /> : null}
          {some ? (
            <>
              <ToolButton
                name="duplicate"
                label={text.duplicate}
                keys={selectionKeys.duplicate}
                onClick={selection.duplicate}
              >
                <CopyPlus size={18} aria-hidden />
              </ToolButton>
              <ToolButton
                name="erase"
                label={text.erase}
                keys={selectionKeys.erase}
                onClick={selection.erase}
              >
                <Trash2 size={18} aria-hidden />
              </ToolButton>
            </>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

function Describe({ picture, selection }: { picture: Item; selection: WhiteboardSelection }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ToolButton name="describe" label={text.describe} onClick={() => setOpen(true)}>
        <Captions size={18} aria-hidden />
      </ToolButton>
      {open ? (
        <Suspense fallback={null}>
          <PictureWordsDialog
            words={picture.text}
            onClose={() => setOpen(false)}
            onSave={(words) => {
              setOpen(false)
              selection.describe(words)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
