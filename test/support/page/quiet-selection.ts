/**
 * A selection that is collapsed to where it already is changes nothing in a browser. happy-dom says at once that it has changed, and
 * what a field of a date does about that would go on without end.
 */
const { prototype } = Selection;
const collapse = Object.getOwnPropertyDescriptor(prototype, 'collapse')?.value as Selection['collapse']; // as the DOM has it

prototype.collapse = function collapseOnce(this: Selection, node: Node | null, offset = 0): void {
  if (node !== null && this.anchorNode === node && this.anchorOffset === offset && this.isCollapsed) return;
  collapse.call(this, node, offset);
};
