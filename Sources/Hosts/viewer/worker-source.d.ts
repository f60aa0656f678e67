// The text of the worker's script, which build.mjs puts there.
declare module "worker-source" {
  const source: string
  export default source
}
