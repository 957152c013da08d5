import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/material.page.ts"

/** Opens material of a program, by a link that is valid for a minute, for people who may read it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  try {
    const { courseId: course_id, materialId: material_id } = params
    const { url } = await page.api.programs.linkMaterial({ course_id, material_id })
    return redirect(url)
  } catch (error) {
    if (error instanceof ORPCError && ["NOT_FOUND", "BAD_REQUEST"].includes(error.code))
      throw data(null, { status: 404 })
    throw error
  }
}
