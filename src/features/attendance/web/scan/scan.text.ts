import type { CameraProblem } from "./use-camera.ts"

/** The texts of reading a code with the camera, in English. */
export const scanText = {
  opening: "Opening the camera…",
  hold: "Hold the code in the frame.",
  torch: "Light",
  problems: {
    refused: "The camera isn't allowed. Allow it in the browser's settings for this site, or type the code.",
    missing: "There is no camera that we can read here. Type the code instead.",
  } satisfies Record<CameraProblem, string>,
}
