// Package archtest holds tests about the repository itself: which package may
// import which, one package comment a package, and which packages may touch
// disk, network and processes.
package archtest
