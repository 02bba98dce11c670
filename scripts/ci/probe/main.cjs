// A program for Electron alone: the addons in a utility process and in its worker threads.
const { app, utilityProcess } = require('electron');
const path = require('node:path');

app.disableHardwareAcceleration();
void app.whenReady().then(() => {
  const child = utilityProcess.fork(path.join(__dirname, 'child.cjs'), [], { serviceName: 'addon probe' });
  child.on('message', (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
  child.on('error', (type, location) => process.stderr.write(`fatal error ${type} at ${location}\n`));
  child.on('exit', (code) => app.exit(code));
});
