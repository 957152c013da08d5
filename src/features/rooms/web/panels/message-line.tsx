import Reply from "lucide-react/icons/reply"
import Trash from "lucide-react/icons/trash-2"
import Undo2 from "lucide-react/icons/undo-2"
import { formatTimeIn } from "#shared/time.ts"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage } from "#ui/messages/use-messages.ts"
import type { Message } from "../board-state.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { IconButton } from "./icon-button.tsx"
import { MessageHeading } from "./message-heading.tsx"
import { MessageWords } from "./message-words.tsx"

const TOGETHER_MS = 120_000

/** Whether a message continues the one before, so that the name needs no repetition. */
export function isContinued(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.sender_id === message.sender_id &&
    before.private_with === message.private_with &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS
  )
}

type MessageLineProps = { message: Message; follows: boolean; onReply: (id: string, name: string) => void }

/** One message, with the actions that staff have. */
export function MessageLine({ message, follows, onReply }: MessageLineProps) {
  const { role } = useStay()
  const { commands } = useBoard()
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { sender_id, sender_name, body, private_with, deleted, by_staff, id } = message
  const isMine = sender_id === commands.me
  return (
    <li
      data-message={id}
      className={cx("group grid gap-1 text-[0.9375rem]", isMine && "justify-items-end", follows && "-mt-2")}
    >
      {follows ? null : (
        <MessageHeading
          message={message}
          isMine={isMine}
          written={message.created_at}
          clock={formatTimeIn(tag, new Date(message.created_at).toTimeString().slice(0, 5))}
        />
      )}
      <div className={cx("flex max-w-[92%] items-start gap-1", isMine && "flex-row-reverse")}>
        <p
          lang={deleted ? undefined : ""}
          className={cx(
            "min-w-0 rounded-card px-3 py-2 wrap-anywhere whitespace-pre-wrap",
            isMine ? "bg-primary-tint" : "bg-surface-raised",
            private_with && "ring-1 ring-accent/45 ring-inset",
            deleted && "text-ink-muted italic",
          )}
        >
          {deleted ? text.deleted : <MessageWords body={body} />}
        </p>
        {role === "instructor" && deleted ? (
          <IconButton
            size="small"
            label={text.restoreMessage(sender_name)}
            onClick={() =>
              void commands.run((rooms, class_id) => rooms.restoreMessage({ class_id, message_id: id }))
            }
          >
            <Undo2 size={16} aria-hidden />
          </IconButton>
        ) : null}
        {role === "instructor" && !deleted && private_with && !by_staff ? (
          <IconButton
            size="small"
            label={text.reply(sender_name)}
            onClick={() => onReply(sender_id, sender_name)}
          >
            <Reply size={16} aria-hidden />
          </IconButton>
        ) : null}
        {role === "instructor" && !deleted ? (
          <span className="flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
            <IconButton
              size="small"
              label={text.deleteMessage(sender_name)}
              onClick={() =>
                void commands.run((rooms, class_id) => rooms.deleteMessage({ class_id, message_id: id }))
              }
            >
              <Trash size={16} aria-hidden />
            </IconButton>
          </span>
        ) : null}
      </div>
    </li>
  )
}
