// The text of the worker's script, inserted by build.mjs.
declare module "worker-source" {
  const source: string
  export default source
}
