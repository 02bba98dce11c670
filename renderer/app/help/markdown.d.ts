/** A text file of the repository, which the build puts into the bundle. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
