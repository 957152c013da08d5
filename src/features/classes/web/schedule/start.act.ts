import { redirect } from "react-router"
import type { PageRequest } from "#ui/api.ts"
import { roomPath } from "../../addresses.ts"
import type { ActText } from "../texts/act.texts.ts"

/** Starts a class and opens its room, from each page that offers it. */
export const startButton = {
  async work({ api }: PageRequest, class_id: string): Promise<Response> {
    await api.classes.start({ class_id })
    return redirect(roomPath(class_id))
  },
  failure: (text: ActText) => text.failures.start,
}
